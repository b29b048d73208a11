package remote

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// serveConns starts a server that gives the answers of a script to the requests of each connection, one after the other,
// and returns its address and a function that says which requests came: "1.2" is the second one of the first
// connection.
func serveConns(t *testing.T, conns [][]string) (address string, asked func() string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	var (
		mu   sync.Mutex
		asks []string
	)
	serve := func(nth int, conn net.Conn) {
		defer conn.Close()
		in := bufio.NewReader(conn)
		for i, answer := range conns[nth] {
			req, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			mu.Lock()
			asks = append(asks, fmt.Sprintf("%s %d.%d", req.Method, nth+1, i+1))
			mu.Unlock()
			io.WriteString(conn, answer)
		}
		io.Copy(io.Discard, in)
	}
	go func() {
		for nth := range conns {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(nth, conn)
		}
		listener.Close()
	}()
	return "http://" + listener.Addr().String(), func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(asks, ", ")
	}
}

// TestAskAgain covers servers that close a connection with a 400, as the answer to what they took for a request before
// the one that the client sent.
func TestAskAgain(t *testing.T) {
	const (
		good    = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
		bad     = "HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nbad"
		closing = "HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbad"
		gone    = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
	)
	for _, tt := range []struct {
		name   string
		method string // of the second request; the first is always a GET
		conns  [][]string
		want   int // status of the second answer
		asked  string
	}{
		{"used before", "GET", [][]string{{good, closing}, {good}}, 200, "GET 1.1, GET 1.2, GET 2.1"},
		{"used before, without a body", "HEAD", [][]string{{good, closing}, {good}}, 200, "GET 1.1, HEAD 1.2, HEAD 2.1"},
		{"once only", "GET", [][]string{{good, closing}, {closing}}, 400, "GET 1.1, GET 1.2, GET 2.1"},
		{"stays open", "GET", [][]string{{good, bad}}, 400, "GET 1.1, GET 1.2"},
		{"another status", "GET", [][]string{{good, gone}}, 404, "GET 1.1, GET 1.2"},
		{"new connection", "GET", [][]string{{gone}, {closing}}, 400, "GET 1.1, GET 2.1"},
		{"changes something", "POST", [][]string{{good, closing}}, 400, "GET 1.1, POST 1.2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			address, asked := serveConns(t, tt.conns)
			transport := newClient("test", quick).Transport()
			var status int
			for _, method := range []string{"GET", tt.method} {
				req, err := http.NewRequest(method, address, nil)
				if err != nil {
					t.Fatal(err)
				}
				resp, err := transport.RoundTrip(req)
				if err != nil {
					t.Fatalf("%s: %v", asked(), err)
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				status = resp.StatusCode
			}
			if status != tt.want {
				t.Errorf("status %d, want %d", status, tt.want)
			}
			if got := asked(); got != tt.asked {
				t.Errorf("requests %s, want %s", got, tt.asked)
			}
		})
	}
}
