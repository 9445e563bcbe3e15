package dev.reenact.shop.catalog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A node of the category tree; parents know their children and children their parent.
 *
 * <p>Iterating visits the category itself and everything below it, parents before children.
 */
public final class Category implements Iterable<Category> {

    private final String name;
    private final Category parent;
    private final List<Category> children = new ArrayList<>();

    /** Position in the tree's order of creation, so that sets of categories can be bit sets. */
    final int index;

    /** Only the root counts; it hands out the indexes. */
    private int created;

    private Category(String name, Category parent) {
        this.name = name;
        this.parent = parent;
        this.index = root().created++;
    }

    static Category newRoot() {
        return new Category("", null);
    }

    /** The child of that name, created if the tree does not have it yet. */
    Category child(String childName) {
        return findChild(childName).orElseGet(() -> {
            Category child = new Category(childName, this);
            children.add(child);
            return child;
        });
    }

    public Optional<Category> findChild(String childName) {
        return children.stream().filter(child -> child.name.equalsIgnoreCase(childName)).findFirst();
    }

    public String name() {
        return name;
    }

    public int index() {
        return index;
    }

    public Optional<Category> parent() {
        return Optional.ofNullable(parent);
    }

    public List<Category> children() {
        return Collections.unmodifiableList(children);
    }

    public int depth() {
        return parent == null ? 0 : parent.depth() + 1;
    }

    /** The ancestor right below the root: what reports and coupons call a department. */
    public Category department() {
        return depth() <= 1 ? this : parent.department();
    }

    public boolean isWithin(Category other) {
        for (Category each = this; each != null; each = each.parent) {
            if (each == other) {
                return true;
            }
        }
        return false;
    }

    /** The names from the department down, such as {@code Audio/Headphones}. */
    public String path() {
        return depth() <= 1 ? name : parent.path() + '/' + name;
    }

    private Category root() {
        Category each = this;
        while (each.parent != null) {
            each = each.parent;
        }
        return each;
    }

    @Override
    public Iterator<Category> iterator() {
        return new Iterator<>() {
            private final Deque<Category> pending = new ArrayDeque<>(List.of(Category.this));

            @Override
            public boolean hasNext() {
                return !pending.isEmpty();
            }

            @Override
            public Category next() {
                Category next = pending.pop();
                for (int i = next.children.size() - 1; i >= 0; i--) {
                    pending.push(next.children.get(i));
                }
                return next;
            }
        };
    }

    @Override
    public String toString() {
        return path();
    }
}
