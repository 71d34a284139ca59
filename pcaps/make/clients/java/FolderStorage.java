// SPDX-License-Identifier: GPL-2.0-or-later
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteResourceNotFoundException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageException;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;

/** Remote storage for a broker: a folder for each segment, in the folder that the setting "folder" names. */
public final class FolderStorage implements RemoteStorageManager {
    private static final String LOG = "LOG";        // a file's name; those of indexes are the names of their types

    private Path root;

    @Override
    public void configure(Map<String, ?> settings) {
        root = Path.of((String) settings.get("folder"));
    }

    @Override
    public void close() {
    }

    @Override
    public Optional<CustomMetadata> copyLogSegmentData(RemoteLogSegmentMetadata segment, LogSegmentData data)
            throws RemoteStorageException {
        try {
            Path folder = Files.createDirectories(folderOf(segment));
            Files.copy(data.logSegment(), folder.resolve(LOG));
            Files.copy(data.offsetIndex(), folder.resolve(IndexType.OFFSET.name()));
            Files.copy(data.timeIndex(), folder.resolve(IndexType.TIMESTAMP.name()));
            Files.copy(data.producerSnapshotIndex(), folder.resolve(IndexType.PRODUCER_SNAPSHOT.name()));
            if (data.transactionIndex().isPresent()) {
                Files.copy(data.transactionIndex().get(), folder.resolve(IndexType.TRANSACTION.name()));
            }
            Files.write(folder.resolve(IndexType.LEADER_EPOCH.name()), octets(data.leaderEpochIndex()));
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
        String note = "from offset " + segment.startOffset();
        return Optional.of(new CustomMetadata(note.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int first) throws RemoteStorageException {
        return fetchLogSegment(segment, first, Integer.MAX_VALUE);
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int first, int last)
            throws RemoteStorageException {
        try {
            byte[] log = Files.readAllBytes(folderOf(segment).resolve(LOG));
            long end = Math.min(last + 1L, log.length);
            return new ByteArrayInputStream(Arrays.copyOfRange(log, first, (int) end));
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata segment, IndexType type) throws RemoteStorageException {
        try {
            return Files.newInputStream(folderOf(segment).resolve(type.name()));
        } catch (NoSuchFileException e) {
            throw new RemoteResourceNotFoundException(e);
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
    }

    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata segment) throws RemoteStorageException {
        try (var files = Files.newDirectoryStream(folderOf(segment))) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folderOf(segment));
        } catch (IOException e) {
            throw new RemoteStorageException(e);
        }
    }

    private Path folderOf(RemoteLogSegmentMetadata segment) {
        return root.resolve(segment.remoteLogSegmentId().id().toString());
    }

    private static byte[] octets(ByteBuffer buffer) {
        byte[] octets = new byte[buffer.remaining()];
        buffer.get(octets);
        return octets;
    }
}
