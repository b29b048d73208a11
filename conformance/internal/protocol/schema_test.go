package protocol

import (
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/schematest"
)

// readMessage reads a message of an adapter: an output, an answer to a read with the ID 7, a hello, or what comes with
// exit code 2.
func readMessage(kind string, text []byte) (err error) {
	switch kind {
	case "output":
		_, err = ReadArray(text)
	case "answer":
		_, err = ReadAnswer(text, &Request{Op: Read, ID: 7})
	case "hello":
		_, err = ReadGreeting(text)
	case "exit2":
		_, err = ReadExit2(text)
	default:
		panic(kind)
	}
	return err
}

// TestProtocolSchema checks that the schema and the harness accept the same messages from adapters.
func TestProtocolSchema(t *testing.T) {
	const digest = `"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`
	const hello = `{"op":"hello","name":"a","version":"1","language":"C"`
	for _, test := range []struct {
		definition string
		text       string
		valid      bool
	}{
		{"output", `{"dtype":"<f8","shape":[1],"data":"000000000000f03f"}`, true},
		{"output", `{"dtype":"<f8","shape":[],"data":"000000000000F03F"}`, true},
		{"output", `{"dtype":"<f8","shape":[0],` + digest + `}`, true},
		{"output", `{"dtype":"<f8","shape":[-3,2.5,null],"data":""}`, true},
		{"output", `{"dtype":"<f8","shape":[-0,3.0,-0.0,3e0],"data":""}`, true},
		{"output", `{"members":{}}`, true},
		{"output", `{"members":{"a":{"dtype":"<f8","shape":[0],"data":""}}}`, true},
		{"output", `{"dtype":"<f8","shape":[true,"1"],"data":""}`, true},
		{"output", `{"dtype":"<f8","shape":[[1]],"data":""}`, false},
		{"output", `{"dtype":"<f8","shape":[{}],"data":""}`, false},
		{"output", `{"dtype":"<f8","shape":1,"data":""}`, false},
		{"output", `{"dtype":8,"shape":[],"data":""}`, false},
		{"output", `{"dtype":"<f8","shape":[0]}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":"",` + digest + `}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":"0"}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":"0g"}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"sha256":"00"}`, false},
		{"output", `{"shape":[0],"data":""}`, false},
		{"output", `{"dtype":"<f8","data":""}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":"","name":"a"}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":"","members":{}}`, false},
		{"output", `{"dtype":"<f8","members":{}}`, false},
		{"output", `{"shape":[0],"members":{}}`, false},
		{"output", `{"data":"","members":{}}`, false},
		{"output", `{"members":{"a":{"members":{}}}}`, false},
		{"output", `{"members":{"a":null}}`, false},
		{"output", `{"dtype":"<f8","shape":[0],"data":null,` + digest + `}`, false},
		{"output", `{"dtype":"<f8","ſhape":[0],"data":""}`, false},
		{"output", `{"members":null}`, false},
		{"output", `{}`, false},

		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":""}}`, true},
		{"answer", `{"id":7,"outcome":"accept","array":{"members":{}},"message":"careful"}`, true},
		{"answer", `{"id":7,"outcome":"reject"}`, true},
		{"answer", `{"id":7,"outcome":"unsupported","message":"no"}`, true},
		{"answer", `{"id":7,"outcome":"crash"}`, true},
		{"answer", `{"id":7,"outcome":"exception","message":"TypeError: no"}`, true},
		{"answer", `{"id":7,"outcome":"blow-up"}`, true},
		{"answer", `{"id":7,"outcome":"out-of-memory"}`, false},
		{"answer", `{"id":7,"outcome":"hang"}`, false},
		{"answer", `{"id":7,"outcome":"invalid"}`, false},
		{"answer", `{"id":7}`, false},
		{"answer", `{"id":"7","outcome":"reject"}`, false},
		{"answer", `{"id":7.5,"outcome":"reject"}`, false},
		{"answer", `{"outcome":"reject"}`, false},
		{"answer", `{"id":7,"outcome":"reject","array":{"dtype":"<f8","shape":[0],"data":""}}`, false},
		{"answer", `{"id":7,"outcome":"reject","mesage":"no"}`, false},
		{"answer", `{"id":7,"outcome":"reject","message":1}`, false},
		{"answer", `{"id":7,"outcome":"reject","message":null}`, false},
		{"answer", `{"id":7,"outcome":"reject","array":null}`, false},
		{"answer", `{"ID":7,"outcome":"reject"}`, false},
		{"answer", `{"id":7,"outcome":"accept","array":{"members":{"A":{"dtype":"<f8","shape":[null],"data":""}}}}`, true},
		{"answer", `{"id":7,"outcome":"accept","array":{"members":{"A":{"DType":"<f8","shape":[0],"data":""}}}}`, false},

		{"hello", hello + `}`, true},
		{"hello", hello + `,"features":["npy","v1"],"ops":["read","write"]}`, true},
		{"hello", hello + `,"features":["npz"],"ops":[]}`, true},
		{"hello", hello + `,"traits":["no-trailing-ones"]}`, true},
		{"hello", hello + `,"traits":["tall"]}`, false},
		{"hello", hello + `,"runtime":"CPython 3.11.7"}`, true},
		{"hello", hello + `,"runtime":3}`, false},
		{"hello", hello + `,"features":["v1"]}`, false},
		{"hello", hello + `,"features":[]}`, false},
		{"hello", hello + `,"ops":["load"]}`, false},
		{"hello", hello + `,"protocol":1}`, false},
		{"hello", `{"op":"hi","name":"a","version":"1","language":"C"}`, false},
		{"hello", `{"op":"hello","name":"","version":"1","language":"C"}`, false},
		{"hello", `{"op":"hello","name":"a","language":"C"}`, false},

		{"exit2", `{}`, true},
		{"exit2", `{"message":"why"}`, true},
		{"exit2", `{"message":1}`, false},
		{"exit2", `{"reason":"why"}`, false},
		{"exit2", `{"outcome":"unsupported"}`, true},
		{"exit2", `{"outcome":"blow-up","message":"std::bad_alloc"}`, true},
		{"exit2", `{"outcome":"exception","message":"std::bad_alloc"}`, true},
		{"exit2", `{"outcome":"crash"}`, true},
		{"exit2", `{"outcome":"accept"}`, false},
		{"exit2", `{"outcome":"reject"}`, false},
		{"exit2", `{"outcome":"hang"}`, false},
		{"exit2", `{"outcome":""}`, false},
	} {
		if err := schematest.ReadDefinition(t, "../../protocol.schema.json", test.definition).Validate(t, []byte(test.text)); (err == nil) != test.valid {
			t.Errorf("%s: the schema says %v, want valid %t", test.text, err, test.valid)
		}
		if err := readMessage(test.definition, []byte(test.text)); (err == nil) != test.valid {
			t.Errorf("%s: the harness says %v, want valid %t", test.text, err, test.valid)
		}
	}
}

// TestStrictMessages tests what no schema sees, because a decoder has fixed it, and what the
// harness says about wrong types.
func TestStrictMessages(t *testing.T) {
	for _, test := range []struct{ kind, text, want string }{
		{"answer", `{"id":7,"outcome":"reject","id":7}`, `duplicate field "id"`},
		{"output", `{"members":{"a":{"dtype":"<f8","shape":[0],"data":""},"a":{"dtype":"<f8","shape":[0],"data":""}}}`, `duplicate field "a"`},
		{"answer", "{\"id\":7,\"outcome\":\"reject\",\"message\":\"\xff\"}", "it is not UTF-8"},
		{"answer", `{"id":7,"Outcome":"reject"}`, `unknown field "Outcome"`},
		{"answer", `{"id":7,"outcome":"reject","message":null}`, "message: got null, expected a value or no such field"},
		{"answer", `{"id":7.5,"outcome":"reject"}`, "id: got number 7.5, expected integer"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":["<f8"],"shape":[0],"data":""}}`, "array.dtype: got array, expected string"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":3,"data":""}}`, "array.shape: got number, expected array"},
		{"answer", `{"id":7,"outcome":"accept","array":[]}`, "array: got array, expected object"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":7}}`, "array.data: got number, expected string"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":[]}}`, "array.data: got array, expected string"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":"0g"}}`, "data is not hexadecimal"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":"\u00300","data":""}}`, `duplicate field "data"`},
		{"answer", `{"id":7,"outcome":"reject","message":"a\\\"}{","\u0069d":7}`, `duplicate field "id"`},
		{"answer", ` { "id" : 7 , "outcome" : "reject" , "why" : "" } `, `unknown field "why"`},
		{"answer", `{"id":7,"outcome":"accept","array":{"members":{"Dtype":{"dtype":"<f8","shape":[0],"data":"","Data":""}}}}`, `unknown field "Data"`},
		{"answer", `{"id":7,"outcome":"accept","array":{"members":{"a":null}}}`, "a: got null, expected a value or no such field"},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[0],"data":"","shape":[0]}}`, `duplicate field "shape"`},
		{"answer", `{"id":7,"outcome":"accept","array":{"dtype":"<f8","shape":[[1,{"a":"]"}],2],"data":""}}`, "got a list or an object, expected integers"},
		{"answer", `{"id":7,"outcome":"reject"`, "unfinished JSON object"},
		{"answer", `{"id":7,"outcome":"reject"} {`, "unexpected text after the JSON object"},
		{"hello", `{"op":"hello","name":"a","version":"1","language":"C","features":["\"}",null],"Ops":[]}`, `unknown field "Ops"`},
	} {
		err := readMessage(test.kind, []byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

// TestAnswerMemory bounds what a large answer allocates by the bytes of the array. The harness has to
// cope with answers over 32 MiB, one for each job.
func TestAnswerMemory(t *testing.T) {
	const size = 4 << 20
	text := []byte(`{"id":7,"outcome":"accept","array":{"dtype":"|u1","shape":[4194304],"data":"` + strings.Repeat("00", size) + `"}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := readMessage("answer", text); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2*size {
		t.Errorf("an answer of %d bytes allocates %d, want at most %d", len(text), got, 2*size)
	}
}
