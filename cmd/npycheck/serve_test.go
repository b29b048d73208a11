package main

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// fileServer serves a folder, as a web server and as an object store.
type fileServer struct {
	files http.Handler
	root  string

	mu       sync.Mutex
	requests []string
}

// servers are those of the scripts, by environment.
var servers sync.Map

func serveCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve FOLDER")
	}
	root := ts.MkAbs(args[0])
	s := &fileServer{files: http.FileServer(http.Dir(root)), root: root}
	server := httptest.NewServer(s)
	ts.Defer(server.Close)
	ts.Setenv("SERVER", server.URL)
	ts.Setenv("ADDRESS", strings.TrimPrefix(server.URL, "http://"))
	servers.Store(server.URL, s)
}

func requestsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests FILE")
	}
	server, _ := servers.Load(ts.Getenv("SERVER"))
	s := server.(*fileServer)
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.requests)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(s.requests, "")), 0o666))
	s.requests = nil
}

func (s *fileServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, strings.TrimSpace(r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Range"))+"\n")
	s.mu.Unlock()
	moved := path.Clean(strings.Replace(r.URL.Path, "moved", "", 1))
	switch {
	case strings.Contains(r.URL.RequestURI(), "denied"):
		http.Error(w, "<Error><Code>AccessDenied</Code></Error>", http.StatusForbidden)
	case moved != path.Clean(r.URL.Path):
		http.Redirect(w, r, moved, http.StatusFound)
	case r.URL.Query().Has("list-type"):
		s.list(w, r)
	default:
		if info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(r.URL.Path))); err == nil {
			w.Header().Set("ETag", etag(info))
		}
		s.files.ServeHTTP(w, r)
	}
}

// etag returns what the server calls the state of a file.
func etag(info fs.FileInfo) string {
	return fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size())
}

// list answers with the objects of a bucket, which are the files of a folder.
func (s *fileServer) list(w http.ResponseWriter, r *http.Request) {
	type object struct {
		Key, ETag string
		Size      int64
	}
	var page struct {
		XMLName      xml.Name `xml:"ListBucketResult"`
		EncodingType string
		Contents     []object
	}
	page.EncodingType = "url"
	bucket := os.DirFS(filepath.Join(s.root, r.URL.Path))
	err := fs.WalkDir(bucket, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(name, r.URL.Query().Get("prefix")) {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			page.Contents = append(page.Contents, object{name, etag(info), info.Size()})
		}
		return err
	})
	if err != nil {
		http.Error(w, "<Error><Code>NoSuchBucket</Code></Error>", http.StatusNotFound)
		return
	}
	slices.SortFunc(page.Contents, func(a, b object) int { return strings.Compare(a.Key, b.Key) })
	for i := range page.Contents {
		page.Contents[i].Key = url.QueryEscape(page.Contents[i].Key)
	}
	xml.NewEncoder(w).Encode(page)
}
