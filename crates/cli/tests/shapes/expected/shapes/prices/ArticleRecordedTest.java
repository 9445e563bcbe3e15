package shapes.prices;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Calls of {@link Article} as they were recorded. */
class ArticleRecordedTest {
    @Test
    void isLong_6_isTrue() {
        Article article = Article.named("Moka pot")
                .price(Price.of(new BigDecimal("49.90")))
                .shelf(Shelf.first())
                .build();

        assertTrue(article.isLong(6));
    }
}
