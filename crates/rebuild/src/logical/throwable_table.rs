//! Which exceptions and errors of the JDK are made how.
//!
//! Constructors are those that every Java level from 8 on has. `tests/it/forms` makes an object by each of them
//! and compares.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A constructor, by what it is given and what it makes of it.
#[derive(Debug)]
pub(super) struct Constructor {
    pub descriptor: &'static str,
    pub sources: &'static [Source],
    pub cause: Cause,
    /// Whether it refuses a cause that is null.
    pub needs_cause: bool,
}

/// Where an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Message,
    Cause,
    /// A field that the class or a superclass below `Throwable` declares.
    Own(&'static str),
}

/// The treatment of the cause by a constructor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// It is an argument.
    Taken,
    /// `initCause` may still be called.
    Open,
    /// There is none, for good.
    Closed,
}

/// The constructors of a class in the order in which they are to be tried.
pub(super) fn constructors(class: &str) -> impl Iterator<Item = &'static Constructor> {
    static BY_CLASS: LazyLock<HashMap<&str, &[Constructor]>> = LazyLock::new(|| {
        GROUPS.iter().flat_map(|(classes, how)| classes.iter().map(move |class| (*class, *how))).collect()
    });
    BY_CLASS.get(class).copied().unwrap_or_default().iter()
}

/// The names of all exceptions and errors of the JDK that there is Java for, with the descriptors of the
/// constructors that are used.
pub fn supported_throwables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    GROUPS.iter().flat_map(|(classes, how)| {
        classes.iter().map(|class| (*class, how.iter().map(|constructor| constructor.descriptor).collect()))
    })
}

const fn constructor(descriptor: &'static str, sources: &'static [Source], cause: Cause) -> Constructor {
    Constructor { descriptor, sources, cause, needs_cause: false }
}

const fn nothing(cause: Cause) -> Constructor {
    constructor("()V", &[], cause)
}

const fn message(cause: Cause) -> Constructor {
    constructor("(Ljava/lang/String;)V", &[Source::Message], cause)
}

const BOTH: Constructor = constructor(
    "(Ljava/lang/String;Ljava/lang/Throwable;)V",
    &[Source::Message, Source::Cause],
    Cause::Taken,
);

#[rustfmt::skip]
const GROUPS: &[(&[&str], &[Constructor])] = {
    use Cause::{Closed, Open, Taken};
    use Source::{Cause as C, Message, Own};
    &[
        (FULL, &[BOTH, nothing(Open), message(Open)]),
        (SIMPLE, &[nothing(Open), message(Open)]),
        (BARE, &[nothing(Open)]),
        (MESSAGE, &[message(Open)]),
        (MESSAGE_AND_CAUSE, &[BOTH, message(Open)]),
        (CAUSED, &[BOTH]),
        (&["java/lang/AssertionError"], &[BOTH, nothing(Open), constructor("(Ljava/lang/Object;)V", &[Message], Open)]),
        (&["java/lang/ClassNotFoundException"], &[nothing(Closed), message(Closed), BOTH]),
        (&["java/lang/ExceptionInInitializerError"], &[
            nothing(Closed), message(Closed), constructor("(Ljava/lang/Throwable;)V", &[C], Taken),
        ]),
        (&["java/io/UncheckedIOException"], &[Constructor {
            descriptor: "(Ljava/lang/String;Ljava/io/IOException;)V", sources: &[Message, C], cause: Taken, needs_cause: true,
        }]),
        (&["java/lang/reflect/InvocationTargetException"], &[
            constructor("(Ljava/lang/Throwable;Ljava/lang/String;)V", &[Own("target"), Message], Closed),
        ]),
        (SQL, &[
            BOTH, nothing(Open), message(Open),
            constructor("(Ljava/lang/String;Ljava/lang/String;I)V", &[Message, Own("SQLState"), Own("vendorCode")], Open),
            constructor("(Ljava/lang/String;Ljava/lang/String;ILjava/lang/Throwable;)V", &[Message, Own("SQLState"), Own("vendorCode"), C], Taken),
        ]),
        (FILE, &[
            constructor("(Ljava/lang/String;)V", &[Own("file")], Open),
            constructor("(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", &[Own("file"), Own("other"), Message], Open),
        ]),
        (DIRECTORY, &[constructor("(Ljava/lang/String;)V", &[Own("file")], Open)]),
        (&["java/net/URISyntaxException", "java/nio/file/InvalidPathException"], &[
            constructor("(Ljava/lang/String;Ljava/lang/String;I)V", &[Own("input"), Message, Own("index")], Open),
        ]),
        (&["java/nio/charset/MalformedInputException", "java/nio/charset/UnmappableCharacterException"], &[
            constructor("(I)V", &[Own("inputLength")], Open),
        ]),
        (&["java/text/ParseException"], &[constructor("(Ljava/lang/String;I)V", &[Message, Own("errorOffset")], Open)]),
        (&["java/time/format/DateTimeParseException"], &[
            constructor("(Ljava/lang/String;Ljava/lang/CharSequence;I)V", &[Message, Own("parsedString"), Own("errorIndex")], Open),
            constructor("(Ljava/lang/String;Ljava/lang/CharSequence;ILjava/lang/Throwable;)V", &[Message, Own("parsedString"), Own("errorIndex"), C], Taken),
        ]),
        (&["java/util/MissingResourceException"], &[
            constructor("(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", &[Message, Own("className"), Own("key")], Open),
        ]),
        (&["java/util/IllegalFormatConversionException"], &[constructor("(CLjava/lang/Class;)V", &[Own("c"), Own("arg")], Open)]),
        (&["java/util/MissingFormatArgumentException", "java/util/UnknownFormatConversionException"], &[
            constructor("(Ljava/lang/String;)V", &[Own("s")], Open),
        ]),
        (&["java/util/regex/PatternSyntaxException"], &[
            constructor("(Ljava/lang/String;Ljava/lang/String;I)V", &[Own("desc"), Own("pattern"), Own("index")], Open),
        ]),
    ]
};

/// `(String file)` and `(String file, String other, String reason)`.
const FILE: &[&str] = &[
    "java/nio/file/AccessDeniedException",
    "java/nio/file/FileAlreadyExistsException",
    "java/nio/file/FileSystemException",
    "java/nio/file/NoSuchFileException",
    "java/nio/file/NotLinkException",
];

/// `(String file)`.
const DIRECTORY: &[&str] = &[
    "java/nio/file/DirectoryNotEmptyException",
    "java/nio/file/FileSystemLoopException",
    "java/nio/file/NotDirectoryException",
];

/// `()`.
const BARE: &[&str] = &[
    "java/lang/ThreadDeath",
    "java/lang/reflect/MalformedParameterizedTypeException",
    "java/nio/BufferOverflowException",
    "java/nio/BufferUnderflowException",
    "java/nio/InvalidMarkException",
    "java/nio/ReadOnlyBufferException",
    "java/nio/channels/AcceptPendingException",
    "java/nio/channels/AlreadyBoundException",
    "java/nio/channels/AlreadyConnectedException",
    "java/nio/channels/AsynchronousCloseException",
    "java/nio/channels/CancelledKeyException",
    "java/nio/channels/ClosedByInterruptException",
    "java/nio/channels/ClosedChannelException",
    "java/nio/channels/ClosedSelectorException",
    "java/nio/channels/ConnectionPendingException",
    "java/nio/channels/FileLockInterruptionException",
    "java/nio/channels/IllegalBlockingModeException",
    "java/nio/channels/IllegalChannelGroupException",
    "java/nio/channels/IllegalSelectorException",
    "java/nio/channels/InterruptedByTimeoutException",
    "java/nio/channels/NoConnectionPendingException",
    "java/nio/channels/NonReadableChannelException",
    "java/nio/channels/NonWritableChannelException",
    "java/nio/channels/NotYetBoundException",
    "java/nio/channels/NotYetConnectedException",
    "java/nio/channels/OverlappingFileLockException",
    "java/nio/channels/ReadPendingException",
    "java/nio/channels/ShutdownChannelGroupException",
    "java/nio/channels/UnresolvedAddressException",
    "java/nio/channels/UnsupportedAddressTypeException",
    "java/nio/channels/WritePendingException",
    "java/nio/charset/CharacterCodingException",
    "java/nio/file/ClosedDirectoryStreamException",
    "java/nio/file/ClosedFileSystemException",
    "java/nio/file/ClosedWatchServiceException",
    "java/nio/file/ReadOnlyFileSystemException",
    "java/util/EmptyStackException",
    "java/util/FormatterClosedException",
];

/// `()` and `(String)`. Fields of their own, if they have any, are zero or null to begin with.
const SIMPLE: &[&str] = &[
    "java/io/CharConversionException",
    "java/io/EOFException",
    "java/io/FileNotFoundException",
    "java/io/InterruptedIOException",
    "java/io/NotActiveException",
    "java/io/NotSerializableException",
    "java/io/StreamCorruptedException",
    "java/io/UTFDataFormatException",
    "java/io/UnsupportedEncodingException",
    "java/lang/AbstractMethodError",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/ClassCircularityError",
    "java/lang/ClassFormatError",
    "java/lang/CloneNotSupportedException",
    "java/lang/IllegalAccessError",
    "java/lang/IllegalAccessException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/IllegalThreadStateException",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/InstantiationError",
    "java/lang/InstantiationException",
    "java/lang/InterruptedException",
    "java/lang/NegativeArraySizeException",
    "java/lang/NoClassDefFoundError",
    "java/lang/NoSuchFieldError",
    "java/lang/NoSuchFieldException",
    "java/lang/NoSuchMethodError",
    "java/lang/NoSuchMethodException",
    "java/lang/NullPointerException",
    "java/lang/NumberFormatException",
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/StringIndexOutOfBoundsException",
    "java/lang/UnknownError",
    "java/lang/UnsatisfiedLinkError",
    "java/lang/UnsupportedClassVersionError",
    "java/lang/VerifyError",
    "java/lang/invoke/WrongMethodTypeException",
    "java/lang/reflect/GenericSignatureFormatError",
    "java/lang/reflect/MalformedParametersException",
    "java/net/BindException",
    "java/net/ConnectException",
    "java/net/MalformedURLException",
    "java/net/NoRouteToHostException",
    "java/net/PortUnreachableException",
    "java/net/ProtocolException",
    "java/net/SocketException",
    "java/net/SocketTimeoutException",
    "java/net/UnknownHostException",
    "java/net/UnknownServiceException",
    "java/nio/file/FileSystemAlreadyExistsException",
    "java/nio/file/FileSystemNotFoundException",
    "java/nio/file/ProviderMismatchException",
    "java/nio/file/ProviderNotFoundException",
    "java/security/InvalidParameterException",
    "java/security/NoSuchProviderException",
    "java/security/UnrecoverableEntryException",
    "java/security/UnrecoverableKeyException",
    "java/security/cert/CertificateExpiredException",
    "java/security/cert/CertificateNotYetValidException",
    "java/security/spec/InvalidParameterSpecException",
    "java/util/InputMismatchException",
    "java/util/NoSuchElementException",
    "java/util/TooManyListenersException",
    "java/util/concurrent/BrokenBarrierException",
    "java/util/concurrent/CancellationException",
    "java/util/concurrent/TimeoutException",
    "java/util/jar/JarException",
    "java/util/zip/DataFormatException",
    "java/util/zip/ZipException",
    "javax/crypto/AEADBadTagException",
    "javax/crypto/BadPaddingException",
    "javax/crypto/ExemptionMechanismException",
    "javax/crypto/IllegalBlockSizeException",
    "javax/crypto/NoSuchPaddingException",
    "javax/crypto/ShortBufferException",
    "javax/naming/AuthenticationException",
    "javax/naming/AuthenticationNotSupportedException",
    "javax/naming/CannotProceedException",
    "javax/naming/CommunicationException",
    "javax/naming/ConfigurationException",
    "javax/naming/ContextNotEmptyException",
    "javax/naming/InsufficientResourcesException",
    "javax/naming/InterruptedNamingException",
    "javax/naming/InvalidNameException",
    "javax/naming/LimitExceededException",
    "javax/naming/LinkException",
    "javax/naming/LinkLoopException",
    "javax/naming/MalformedLinkException",
    "javax/naming/NameAlreadyBoundException",
    "javax/naming/NameNotFoundException",
    "javax/naming/NamingException",
    "javax/naming/NoInitialContextException",
    "javax/naming/NoPermissionException",
    "javax/naming/NotContextException",
    "javax/naming/OperationNotSupportedException",
    "javax/naming/PartialResultException",
    "javax/naming/ServiceUnavailableException",
    "javax/naming/SizeLimitExceededException",
    "javax/naming/TimeLimitExceededException",
    "javax/naming/directory/AttributeInUseException",
    "javax/naming/directory/AttributeModificationException",
    "javax/naming/directory/InvalidAttributeIdentifierException",
    "javax/naming/directory/InvalidAttributeValueException",
    "javax/naming/directory/InvalidAttributesException",
    "javax/naming/directory/InvalidSearchControlsException",
    "javax/naming/directory/InvalidSearchFilterException",
    "javax/naming/directory/NoSuchAttributeException",
    "javax/naming/directory/SchemaViolationException",
    "javax/xml/parsers/ParserConfigurationException",
    "org/xml/sax/SAXException",
    "org/xml/sax/SAXNotRecognizedException",
    "org/xml/sax/SAXNotSupportedException",
];

/// `()`, `(String)` and `(String, Throwable)`.
const FULL: &[&str] = &[
    "java/io/IOException",
    "java/lang/BootstrapMethodError",
    "java/lang/Error",
    "java/lang/Exception",
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/InternalError",
    "java/lang/LinkageError",
    "java/lang/ReflectiveOperationException",
    "java/lang/RuntimeException",
    "java/lang/SecurityException",
    "java/lang/Throwable",
    "java/lang/UnsupportedOperationException",
    "java/lang/invoke/LambdaConversionException",
    "java/security/DigestException",
    "java/security/GeneralSecurityException",
    "java/security/InvalidAlgorithmParameterException",
    "java/security/InvalidKeyException",
    "java/security/KeyException",
    "java/security/KeyManagementException",
    "java/security/KeyStoreException",
    "java/security/NoSuchAlgorithmException",
    "java/security/ProviderException",
    "java/security/SignatureException",
    "java/security/cert/CRLException",
    "java/security/cert/CertPathBuilderException",
    "java/security/cert/CertStoreException",
    "java/security/cert/CertificateEncodingException",
    "java/security/cert/CertificateException",
    "java/security/cert/CertificateParsingException",
    "java/security/spec/InvalidKeySpecException",
    "java/util/ConcurrentModificationException",
    "java/util/concurrent/RejectedExecutionException",
];

/// `()`, `(String)`, `(String, Throwable)` and what databases add.
const SQL: &[&str] = &[
    "java/sql/SQLDataException",
    "java/sql/SQLException",
    "java/sql/SQLFeatureNotSupportedException",
    "java/sql/SQLIntegrityConstraintViolationException",
    "java/sql/SQLInvalidAuthorizationSpecException",
    "java/sql/SQLNonTransientConnectionException",
    "java/sql/SQLNonTransientException",
    "java/sql/SQLRecoverableException",
    "java/sql/SQLSyntaxErrorException",
    "java/sql/SQLTimeoutException",
    "java/sql/SQLTransactionRollbackException",
    "java/sql/SQLTransientConnectionException",
    "java/sql/SQLTransientException",
    "java/sql/SQLWarning",
];

/// `(String)`.
const MESSAGE: &[&str] = &[
    "java/io/InvalidObjectException",
    "java/io/SyncFailedException",
    "java/security/AccessControlException",
    "java/util/InvalidPropertiesFormatException",
    "java/util/prefs/BackingStoreException",
    "java/util/zip/ZipError",
    "javax/net/ssl/SSLHandshakeException",
    "javax/net/ssl/SSLKeyException",
    "javax/net/ssl/SSLPeerUnverifiedException",
    "javax/net/ssl/SSLProtocolException",
    "javax/xml/xpath/XPathException",
    "javax/xml/xpath/XPathExpressionException",
    "javax/xml/xpath/XPathFactoryConfigurationException",
    "javax/xml/xpath/XPathFunctionException",
];

/// `(String)` and `(String, Throwable)`.
const MESSAGE_AND_CAUSE: &[&str] = &[
    "java/lang/annotation/AnnotationFormatError",
    "java/time/DateTimeException",
    "java/time/temporal/UnsupportedTemporalTypeException",
    "java/time/zone/ZoneRulesException",
    "java/util/ServiceConfigurationError",
    "java/util/prefs/InvalidPreferencesFormatException",
    "javax/net/ssl/SSLException",
];

/// `(String, Throwable)`.
const CAUSED: &[&str] =
    &["java/util/concurrent/CompletionException", "java/util/concurrent/ExecutionException"];
