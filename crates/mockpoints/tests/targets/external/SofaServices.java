// SOFA: services by annotation. One of the subject's own runs in replay; one with another unique id is not it; a binding that
// leads out of the JVM does.
package targets.external.sofaservices;

import com.alipay.sofa.runtime.api.annotation.SofaReference;
import com.alipay.sofa.runtime.api.annotation.SofaReferenceBinding;
import com.alipay.sofa.runtime.api.annotation.SofaService;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

interface Tariffs {
    int cents(int grams);
}

interface Discounts {
    int percent(String customer);
}

interface Surcharges {
    int cents(String country);
}

@SofaService(uniqueId = "letters")
class LetterTariffs implements Tariffs {
    @Override
    public int cents(int grams) { // no point
        return grams / 10;
    }
}

@SofaService(interfaceType = Discounts.class)
class OwnDiscounts implements Discounts, Comparable<OwnDiscounts> {
    @Override
    public int percent(String customer) { // no point
        return customer.length();
    }

    @Override
    public int compareTo(OwnDiscounts other) { // no point
        return 0;
    }
}

@SofaService
class OwnSurcharges implements Surcharges {
    @Override
    public int cents(String country) { // no point
        return country.length();
    }
}

@Retention(RetentionPolicy.RUNTIME)
@SofaService
@interface Offered {
    String uniqueId() default "";
}

@Offered(uniqueId = "express")
class ExpressTariffs implements Tariffs {
    @Override
    public int cents(int grams) { // no point
        return grams / 5;
    }
}

class ExpressPrices {
    @SofaReference(uniqueId = "express")
    private Tariffs tariffs;

    int price(int grams) { // no point
        return tariffs.cents(grams);
    }
}

class LetterPrices {
    @SofaReference(uniqueId = "letters")
    private Tariffs tariffs;

    @SofaReference
    private Discounts discounts;

    int price(String customer, int grams) { // no point
        return tariffs.cents(grams) * (100 - discounts.percent(customer)) / 100;
    }
}

class ParcelPrices {
    @SofaReference(uniqueId = "parcels")
    private Tariffs tariffs;

    @SofaReference(binding = @SofaReferenceBinding(bindingType = "bolt"))
    private Surcharges surcharges;

    int price(int grams) { // point: external
        return tariffs.cents(grams);
    }

    int surcharge(String country) { // point: external
        return surcharges.cents(country);
    }
}
