package feign;

public class Feign {
    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {
        public <T> T target(Class<T> kind, String url) {
            return null;
        }
    }
}
