// The current user is kept with the thread.
package targets.internal.securitycontexts;

import org.springframework.security.core.context.SecurityContextHolder;

class Rights {
    boolean mayDelete(String owner) { // point: internal
        return SecurityContextHolder.getContext().getAuthentication().equals(owner);
    }

    boolean mayRead(String owner) { // no point
        System.out.println(SecurityContextHolder.getContext());
        return !owner.isEmpty();
    }

    void logout() { // no point
        SecurityContextHolder.clearContext();
    }
}
