package dev.reenact.bench;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.apache.pdfbox.util.Matrix;

/**
 * Writes a document with PDFBox, for PDFBox to read: {@code PdfDocument FILE PAGES}. It has fonts of three kinds,
 * images of two, forms, curves, transparency and turned text.
 */
public final class PdfDocument {

    private static final String EMBEDDED_FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    private static final List<String> WORDS = List.of(
            "recording", "invocation", "graph", "Überweisung", "segment", "naïve", "frontier", "Straße", "replay",
            "object", "façade", "method", "señal", "outcome", "budget", "sample");

    private final PDDocument document = new PDDocument();
    private final Random random = new Random(42);
    private final PDFont[] fonts;
    private final PDImageXObject[] images;
    private final PDAcroForm form = new PDAcroForm(document);

    private PdfDocument() throws IOException {
        try (InputStream font = PDDocument.class.getResourceAsStream(EMBEDDED_FONT)) {
            fonts = new PDFont[] {
                PDType0Font.load(document, font),
                new PDType1Font(Standard14Fonts.FontName.TIMES_ROMAN),
                new PDType1Font(Standard14Fonts.FontName.COURIER_BOLD),
            };
        }
        images = new PDImageXObject[] {
            LosslessFactory.createFromImage(document, picture(BufferedImage.TYPE_INT_ARGB)),
            JPEGFactory.createFromImage(document, picture(BufferedImage.TYPE_INT_RGB), 0.8f),
        };
        PDResources resources = new PDResources();
        resources.put(COSName.HELV, new PDType1Font(Standard14Fonts.FontName.HELVETICA));
        form.setDefaultResources(resources);
        form.setDefaultAppearance("/Helv 10 Tf 0 g");
        document.getDocumentCatalog().setAcroForm(form);
    }

    public static void main(String[] arguments) throws IOException {
        PdfDocument made = new PdfDocument();
        int pages = Integer.parseInt(arguments[1]);
        for (int number = 1; number <= pages; number++) {
            made.addPage(number);
        }
        made.document.save(new File(arguments[0]));
        made.document.close();
    }

    private void addPage(int number) throws IOException {
        PDPage page = new PDPage(number % 4 == 0 ? new PDRectangle(842, 595) : PDRectangle.A4);
        page.setRotation(number % 7 == 0 ? 90 : 0);
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
            text(content, fonts[0], 18, 60, page.getMediaBox().getHeight() - 60, "Page " + number);
            for (int line = 0; line < 24; line++) {
                text(content, fonts[(number + line) % 3], 9, 60, page.getMediaBox().getHeight() - 90 - 13 * line, words(9));
            }
            content.drawImage(images[number % 2], 60, 90, 120, 90);
            curves(content);
            turned(content, "draft " + number);
        }
        field(page, number);
    }

    private String words(int count) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < count; i++) {
            line.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return line.toString();
    }

    private void text(PDPageContentStream content, PDFont font, float size, float x, float y, String text)
            throws IOException {
        content.beginText();
        content.setFont(font, size);
        content.newLineAtOffset(x, y);
        content.showText(text);
        content.endText();
    }

    private void curves(PDPageContentStream content) throws IOException {
        PDExtendedGraphicsState state = new PDExtendedGraphicsState();
        state.setNonStrokingAlphaConstant(0.4f);
        content.saveGraphicsState();
        content.setGraphicsStateParameters(state);
        for (int i = 0; i < 12; i++) {
            content.setNonStrokingColor(random.nextFloat(), random.nextFloat(), random.nextFloat());
            float x = 220 + random.nextInt(240);
            float y = 90 + random.nextInt(90);
            content.moveTo(x, y);
            content.curveTo(x + 20, y + 40, x + 60, y - 20, x + 70, y + 30);
            content.lineTo(x + 10, y + 50);
            content.closePath();
            content.fillAndStroke();
        }
        content.restoreGraphicsState();
    }

    private void turned(PDPageContentStream content, String text) throws IOException {
        content.beginText();
        content.setFont(fonts[0], 40);
        content.setNonStrokingColor(0.9f, 0.5f, 0.5f);
        content.setTextMatrix(Matrix.getRotateInstance(Math.PI / 5, 250, 260));
        content.showText(text);
        content.endText();
    }

    private void field(PDPage page, int number) throws IOException {
        PDTextField field = new PDTextField(form);
        field.setPartialName("remark" + number);
        PDAnnotationWidget widget = field.getWidgets().get(0);
        widget.setRectangle(new PDRectangle(60, 40, 300, 20));
        widget.setPage(page);
        page.getAnnotations().add(widget);
        form.getFields().add(field);
        field.setValue(String.format(Locale.ROOT, "Remark %d: %s", number, words(3).replaceAll("[^ -~]", "")));
    }

    private static BufferedImage picture(int type) {
        BufferedImage picture = new BufferedImage(240, 180, type);
        Graphics2D graphics = picture.createGraphics();
        graphics.setPaint(new GradientPaint(0, 0, Color.ORANGE, 240, 180, new Color(20, 60, 160)));
        graphics.fillRect(0, 0, 240, 180);
        graphics.setColor(Color.WHITE);
        for (int i = 0; i < 20; i++) {
            graphics.drawOval(i * 6, i * 4, 240 - i * 12, 180 - i * 8);
        }
        graphics.dispose();
        return picture;
    }
}
