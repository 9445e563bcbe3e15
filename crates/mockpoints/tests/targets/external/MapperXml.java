// MyBatis: the interface says nothing, a mapper file names it.
package targets.external.mapperxml;

interface InvoiceMapper {
    long total(String customer);
}

interface InvoiceText {
    String line(String customer);
}

class Invoices {
    private InvoiceMapper mapper;
    private InvoiceText text;

    long total(String customer) { // point: external
        return mapper.total(customer);
    }

    String line(String customer) { // no point
        return text.line(customer);
    }
}
