package thirdparty;

import com.acme.*;
import org.apache.commons.lang3.RandomStringUtils;
import org.slf4j.*;

class ThirdParty {
    private static final Logger LOG = LoggerFactory.getLogger(ThirdParty.class);
    long hidden() { return Stamps.now(); } // point: system
    long tooDeep() { return Stamps.deep(); } // no point
    String padded() { return Stamps.pad("" + System.nanoTime()); } // point: system
    String ignored() { return Stamps.ignore(System.nanoTime()); } // no point
    String direct() { return RandomStringUtils.randomAlphanumeric(3); } // no point
    void logged(String text) { // no point
        if (LOG.isDebugEnabled()) LOG.info("{} at {}", text, System.nanoTime());
    }
    Object letter() { // point: system
        Letter letter = new Letter();
        letter.setText(System.nanoTime());
        return letter.getText();
    }
    Object otherLetter() { // no point
        Letter letter = new Letter(), other = new Letter();
        other.setText(System.nanoTime());
        letter.setText("a");
        return letter.getText();
    }
}
