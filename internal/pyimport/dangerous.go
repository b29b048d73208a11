package pyimport

import "strings"

// isDangerous reports whether an import is known to run code or to access the system. Nothing
// depends on the list being complete: other imports are unknown, and must not be called either.
func isDangerous(module, name string) bool {
	if handsOn(name) {
		return true
	}
	top, _, _ := strings.Cut(module, ".")
	switch top {
	case "os", "posix", "nt", "ntpath", "posixpath", "subprocess", "sys", "pty", "commands", "popen2", "runpy",
		"code", "codeop", "importlib", "imp", "_imp", "_frozen_importlib", "_frozen_importlib_external", "pkgutil",
		"zipimport", "pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "types", "ctypes",
		"_ctypes", "cffi", "multiprocessing", "_posixsubprocess", "threading", "_thread", "thread", "dummy_threading",
		"concurrent", "asyncio", "socket", "_socket", "socketserver", "ssl", "http", "httplib", "urllib", "urllib2",
		"requests", "aiohttp", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc", "xmlrpclib",
		"webbrowser", "shutil", "tempfile", "io", "_io", "pathlib", "glob", "linecache", "fileinput", "operator",
		"_operator", "functools", "_functools", "inspect", "gc", "site", "atexit", "unittest", "test", "doctest",
		"pdb", "bdb", "cmd", "profile", "cProfile", "trace", "timeit", "pydoc", "idlelib", "lib2to3", "venv",
		"ensurepip", "pip", "distutils", "setuptools", "signal", "mmap", "select", "logging", "sqlite3", "shelve",
		"dbm", "tarfile", "zipfile", "uuid", "platform", "_interpreters", "_xxsubinterpreters", "interpreters",
		"_osx_support", "_aix_support", "pipes", "pexpect", "copyreg", "copy_reg", "_codecs", "codecs", "weakref",
		"getpass", "curses", "tkinter", "turtle", "ast", "dis", "symtable", "compileall", "py_compile",
		"_multiprocessing", "_pyio", "_pyrepl", "_testcapi", "_winapi", "antigravity", "asynchat", "asyncore", "bz2",
		"cgi", "cgitb", "faulthandler", "fcntl", "gzip", "lzma", "mailcap", "modulefinder", "msvcrt", "nntplib",
		"readline", "resource", "rlcompleter", "smtpd", "sysconfig", "winreg", "wsgiref", "zipapp":
		return true
	case "builtins", "__builtin__":
		switch name {
		case "eval", "exec", "execfile", "compile", "__import__", "__build_class__", "open", "file", "getattr", "setattr", "delattr",
			"vars", "globals", "locals", "dir", "input", "raw_input", "breakpoint", "map", "filter", "apply", "reduce",
			"memoryview", "buffer", "type", "super", "property", "staticmethod", "classmethod", "print", "help", "exit",
			"quit", "license", "copyright", "credits", "reload", "iter", "next", "zip", "enumerate", "sorted", "any", "all",
			"sum", "max", "min", "callable", "hasattr", "isinstance", "issubclass", "id", "intern", "coerce":
			return true
		}
	case "numpy":
		return dangerousNumPy(module, name)
	case "torch":
		return name == "load" || strings.HasSuffix(name, ".load")
	case "pandas":
		return dangerousPandas(module, name)
	}
	return false
}

// handsOn reports whether any Python module may have another module, or a namespace to look things up in, under this
// name. Functions of packages that call a method by its name can exploit that.
func handsOn(name string) bool {
	switch name {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "pathlib", "tempfile", "pickle", "marshal", "codecs",
		"builtins", "importlib", "runpy", "inspect", "functools", "operator", "ctypes", "multiprocessing", "socket":
		return true
	}
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

func dangerousNumPy(module, name string) bool {
	for _, part := range []string{"f2py", "distutils", "testing", "ctypeslib"} {
		if within("numpy."+part, module, name) {
			return true
		}
	}
	switch module {
	case "numpy.lib.npyio", "numpy.lib._npyio_impl", "numpy.lib.format", "numpy.lib._format_impl",
		"numpy.lib._datasource", "numpy.core.memmap", "numpy._core.memmap":
		return true
	}
	switch name {
	case "load", "loads", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt", "ndfromtxt",
		"mafromtxt", "recfromtxt", "recfromcsv", "fromfile", "fromregex", "fromtextfile", "openfile", "open_latin1",
		"memmap", "vectorize", "frompyfunc", "piecewise", "apply_along_axis", "apply_over_axes", "fromfunction",
		"source", "lookfor", "safe_eval", "npy_load_module", "DataSource", "_dump",
		"_ufunc_reconstruct", "add_newdoc", "_makenamedict", // which import whatever they are given
		"_wrapfunc", "_wrapit", "_wrapreduction", "_wrapreduction_any_all": // which call a method of that name
		return true
	}
	return false
}

// dangerousPandas has imports that pandas' own pickles never use, but with which one can unpickle, start processes,
// import any module, and open files and connections.
func dangerousPandas(module, name string) bool {
	for _, part := range []string{
		"pandas.io", "pandas.compat", "pandas.core.computation", "pandas.util", "pandas.plotting", "pandas.testing",
		"pandas._testing", "pandas._config", "pandas._version", "pandas._libs.parsers", "pandas.conftest", "pandas.tests",
	} {
		if within(part, module, name) {
			return true
		}
	}
	switch name {
	case "eval", "test", "HDFStore", "ExcelFile", "ExcelWriter", "get_handle", "import_optional_dependency":
		return true
	}
	return strings.HasPrefix(name, "read_")
}

// within reports whether an import is of a package, a module in it or something that such a module contains.
func within(pkg, module, name string) bool {
	return module == pkg || strings.HasPrefix(module, pkg+".") || module+"."+name == pkg
}

// Python3 returns the pair under which Python 3 looks up an import of a pickle of protocol 0 to
// 2 that Python 2 wrote, if that is one of the dangerous tier (_compat_pickle of CPython has them all).
func Python3(module, name string) (string, string) {
	switch module {
	case "__builtin__":
		switch name {
		case "reduce":
			return "functools", name
		case "intern":
			return "sys", name
		case "raw_input":
			return "builtins", "input"
		}
		return "builtins", name
	case "itertools":
		switch name {
		case "imap", "ifilter", "izip":
			return "builtins", name[1:]
		}
	case "urllib2":
		if name == "HTTPError" || name == "URLError" {
			return "urllib.error", name
		}
		return "urllib.request", name
	case "copy_reg":
		return "copyreg", name
	case "cPickle":
		return "pickle", name
	case "commands":
		return "subprocess", name
	case "thread":
		return "_thread", name
	case "httplib":
		return "http.client", name
	case "Cookie":
		return "http.cookies", name
	case "cookielib":
		return "http.cookiejar", name
	case "BaseHTTPServer", "SimpleHTTPServer", "CGIHTTPServer":
		return "http.server", name
	case "urlparse":
		return "urllib.parse", name
	case "robotparser":
		return "urllib.robotparser", name
	case "StringIO", "cStringIO":
		return "io", name
	case "SocketServer":
		return "socketserver", name
	case "xmlrpclib":
		return "xmlrpc.client", name
	case "DocXMLRPCServer", "SimpleXMLRPCServer":
		return "xmlrpc.server", name
	case "whichdb", "anydbm":
		return "dbm", name
	case "dbhash":
		return "dbm.bsd", name
	case "dumbdbm":
		return "dbm.dumb", name
	case "gdbm":
		return "dbm.gnu", name
	case "_winreg":
		return "winreg", name
	case "Tkinter":
		return "tkinter", name
	case "tkFileDialog", "FileDialog":
		return "tkinter.filedialog", name
	case "tkSimpleDialog", "SimpleDialog":
		return "tkinter.simpledialog", name
	case "tkColorChooser", "tkCommonDialog", "tkFont", "tkMessageBox", "Tkdnd", "Tkconstants":
		return "tkinter." + strings.ToLower(module[2:]), name
	case "Dialog", "ScrolledText", "Tix", "ttk":
		return "tkinter." + strings.ToLower(module), name
	}
	return module, name
}
