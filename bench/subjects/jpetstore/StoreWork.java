import java.math.BigDecimal;
import java.util.List;
import org.mybatis.jpetstore.domain.Account;
import org.mybatis.jpetstore.domain.Cart;
import org.mybatis.jpetstore.domain.CartItem;
import org.mybatis.jpetstore.domain.Category;
import org.mybatis.jpetstore.domain.Item;
import org.mybatis.jpetstore.domain.Order;
import org.mybatis.jpetstore.domain.Product;
import org.mybatis.jpetstore.service.AccountService;
import org.mybatis.jpetstore.service.CatalogService;
import org.mybatis.jpetstore.service.OrderService;
import org.springframework.context.support.FileSystemXmlApplicationContext;

/** What customers of JPetStore do: look around, fill a cart, open an account, order. Its pages do the same calls. */
public class StoreWork {
    public static void main(String[] arguments) {
        try (FileSystemXmlApplicationContext context = new FileSystemXmlApplicationContext("file:" + arguments[0])) {
            CatalogService catalog = context.getBean(CatalogService.class);
            AccountService accounts = context.getBean(AccountService.class);
            OrderService orders = context.getBean(OrderService.class);
            Cart cart = new Cart();
            for (Category category : catalog.getCategoryList()) {
                catalog.getCategory(category.getCategoryId());
                for (Product product : catalog.getProductListByCategory(category.getCategoryId())) {
                    catalog.getProduct(product.getProductId());
                    List<Item> items = catalog.getItemListByProduct(product.getProductId());
                    Item item = catalog.getItem(items.get(0).getItemId());
                    cart.addItem(item, catalog.isItemInStock(item.getItemId()));
                    cart.containsItemId(item.getItemId());
                    cart.getSubTotal();
                }
            }
            catalog.searchProductList("dog cat");
            CartItem first = cart.getCartItemList().get(0);
            cart.incrementQuantityByItemId(first.getItem().getItemId());
            cart.setQuantityByItemId(first.getItem().getItemId(), 5);
            cart.removeItemById(cart.getCartItemList().get(2).getItem().getItemId());
            cart.removeItemById("none");
            cart.getSubTotal();
            Account account = accounts.getAccount("j2ee", "j2ee");
            accounts.getAccount("j2ee");
            accounts.getAccount("nobody", "x");
            account.setCity("Palo Alto");
            accounts.updateAccount(account);
            Account other = accounts.getAccount("ACID");
            other.setUsername("ada");
            other.setPassword("secret");
            accounts.insertAccount(other);
            for (Account customer : List.of(account, other)) {
                Order order = new Order();
                order.initOrder(customer, cart);
                order.setTotalPrice(order.getTotalPrice().add(BigDecimal.ONE));
                orders.insertOrder(order);
                orders.getOrder(order.getOrderId());
                orders.getOrdersByUsername(customer.getUsername());
            }
        }
    }
}
