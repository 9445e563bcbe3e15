// A class within a method, with a source in one of its methods.
package targets.system.localclasses;

class Auction {
    int sell(int[] bids) { // no point
        class Bidding {
            int random() { // point: system
                return new java.util.Random().nextInt(100);
            }

            int highest() { // no point
                int highest = 0;
                for (int bid : bids) {
                    highest = Math.max(highest, bid);
                }
                return highest;
            }
        }
        Bidding bidding = new Bidding();
        return Math.max(bidding.random(), bidding.highest());
    }
}
