// Named like the outside, but of the subject's own.
package targets.external.samenames;

class JdbcTemplate {
    String queryForObject(String sql) { // no point
        return sql.trim();
    }
}

class RestTemplate {
    String getForObject(String url) { // no point
        return url + "/";
    }
}

class Documentation {
    private JdbcTemplate jdbc = new JdbcTemplate();
    private RestTemplate rest = new RestTemplate();
    private org.springframework.web.client.RestTemplate real;

    String example() { // no point
        return jdbc.queryForObject("select 1") + rest.getForObject("http://example");
    }

    String check() { // point: external
        return real.getForObject("http://example", String.class);
    }
}
