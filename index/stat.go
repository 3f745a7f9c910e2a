package index

// FileStat is what the file system says of one file or folder without following links.
type FileStat struct {
	Regular bool // a regular file
	Dir     bool // a folder
	Size    int64
	Mtime   int64 // ns since 1970
	Ctime   int64 // ns since 1970; 0 where the system has none
	Inode   uint64
	Device  uint64
}

// StatRecord ties a truth file or a folder to the state in which it was read.
type StatRecord struct {
	Path string // slash path in the memory
	Dir  bool
	Racy bool // Stat can't prove anything: always read again
	Stat FileStat
	Sum  [32]byte // SHA-256 of the file; zero for a folder and for what is no regular file
}

// Stater looks at the file system. Tests inject one with a coarse clock.
type Stater interface {
	// Open opens a folder for looking at what it holds. It gives fs.ErrNotExist when there is none.
	Open(dir string) (StatDir, error)
}

// StatDir is one open folder.
type StatDir interface {
	// Open opens a folder below. It gives fs.ErrNotExist when there is none; a link to a folder is
	// an error, because a link may lead out of the memory.
	Open(path string) (StatDir, error)
	// Stat looks at the folder itself.
	Stat() (FileStat, error)
	// Lstat looks at one slash path below the folder. It gives fs.ErrNotExist when there is none.
	Lstat(path string) (FileStat, error)
	// Names lists the folder, in no order.
	Names() ([]string, error)
	Close() error
}

// System is the Stater of the running system.
func System() Stater { return systemStater{} }
