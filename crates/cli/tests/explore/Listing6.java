package listing6;

interface Node {
    int getNodeType();
    Node getFirstChild();
    Node getNextSibling();
    String getNodeValue();
}

interface ContentHandler { void characters(char[] text, int start, int length); }

interface CharacterNodeHandler { void characters(Node node); }

public class Listing6 {
    public static int dispatchNodeData(Node node, ContentHandler ch, int depth) {
        switch (node.getNodeType()) {
            case 1:
            case 9:
            case 11:
                int count = 0;
                for (Node child = node.getFirstChild(); null != child; child = child.getNextSibling()) {
                    count += dispatchNodeData(child, ch, depth + 1);
                }
                return count;
            case 2:
                String str = node.getNodeValue();
                if (ch instanceof CharacterNodeHandler)
                    ((CharacterNodeHandler) ch).characters(node);
                else
                    ch.characters(str.toCharArray(), 0, str.length());
                return 1;
            default:
                return 0;
        }
    }
}
