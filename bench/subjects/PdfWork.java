package dev.reenact.bench;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;

/** PDFBox loads a document, renders two of its pages and extracts all of its text. */
final class PdfWork implements Work.Unit {

    private final byte[] file;

    PdfWork(String file) throws IOException {
        this.file = Files.readAllBytes(Path.of(file));
    }

    @Override
    public long run() throws IOException {
        try (PDDocument document = Loader.loadPDF(file)) {
            PDFRenderer renderer = new PDFRenderer(document);
            long sum = 0;
            for (int page = 0; page < 2; page++) {
                BufferedImage image = renderer.renderImageWithDPI(page, 48, ImageType.RGB);
                int width = image.getWidth();
                sum = 31 * sum + Arrays.hashCode(image.getRGB(0, 0, width, image.getHeight(), null, 0, width));
            }
            return 31 * sum + new PDFTextStripper().getText(document).hashCode();
        }
    }
}
