package histories.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Folder} as they were recorded. */
class FolderRecordedTest {
    @Test
    void last_returnsDraft11() {
        // Arrange
        Folder folder = new Folder("work");
        folder.attach(new Folder.Note("plan"));
        folder.attach(new Folder.Note("draft"));

        // Act
        String result = folder.last();

        // Assert
        assertEquals("draft11", result);
    }

    @Test
    void note_path_returnsWorkPlanAt1Of2() {
        // Arrange
        Folder folder = new Folder("work");
        Folder.Note note = new Folder.Note("plan");
        folder.attach(note);
        folder.attach(new Folder.Note("draft"));

        // Act
        String result = note.path();

        // Assert
        assertEquals("work/plan at 1 of 2", result);
    }
}
