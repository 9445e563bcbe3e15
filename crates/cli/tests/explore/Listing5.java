package listing5;

interface Destination {}

interface Queue extends Destination { String getQueueName() throws Exception; }

interface Topic extends Destination { String getTopicName() throws Exception; }

interface TemporaryQueue extends Queue {}

class Found implements Destination {
    final String name;

    Found(String name) {
        this.name = name;
    }
}

public class Listing5 {
    public static Found transform(Destination dest) throws Exception {
        if (dest == null)
            return null;
        if (dest instanceof Found)
            return (Found) dest;
        if (dest instanceof Queue && dest instanceof Topic) {
            String queueName = ((Queue) dest).getQueueName();
            String topicName = ((Topic) dest).getTopicName();
            if (queueName != null && topicName == null)
                return new Found(queueName);
            else if (queueName == null && topicName != null)
                return new Found(topicName);
            throw new IllegalStateException("both");
        }
        if (dest instanceof TemporaryQueue)
            return new Found(((TemporaryQueue) dest).getQueueName());
        if (dest instanceof Queue)
            return new Found(((Queue) dest).getQueueName());
        throw new IllegalArgumentException("unknown");
    }
}
