package corpus

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"testing"
)

// TestDecode compares the manifest with what encoding/json reads, and forms of values that it may not have.
func TestDecode(t *testing.T) {
	text, err := fs.ReadFile(Folder, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		string(text),
		"{\"version\":\"1.0.0\",\"cases\":[\n]}\n",
		"{\"numpy_python\":{},\"cases\":[{}]}\n",
		"{\"new\":[{\"a\":\"]\\\"}\"},-1.5e+3,true,{},[]],\"version\":\"\\\\\",\"cases\":[{\"id\":\"\\u001b\\\"\",\"size\":-9223372036854775808,\"conforms\":false}]}\n",
		"{\"cases\":[\n{\"id\":\"\",\"rules\":[],\"members\":[],\"flags\":[\"}\",\"a,b\"],\"numpy\":{\"2\":\"}\"}},\n{\"numpy\":{\"2\":\"}\"},\"array\":{\"shape\":[],\"values\":[]}}\n]}\n",
		"{\"cases\":[{\"array\":{\"dtype\":\"[('a', '<f8')]\",\"shape\":[2,1],\"values\":[\"x\",1e300,[true,false]]},\"findings\":[{\"rule\":\"r\",\"offset\":1,\"length\":0,\"member\":{\"index\":1,\"name\":\"é\"}}]}]}\n",
	} {
		var got, want manifest
		decode(text, &got)
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if len(got.Cases) == len(want.Cases) {
			for i, c := range got.Cases {
				if !reflect.DeepEqual(c, want.Cases[i]) {
					t.Fatalf("case %d: got\n%+v, want\n%+v", i, c, want.Cases[i])
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%.200s: got %d cases, want %d; version %q, want %q; releases %v, want %v", text, len(got.Cases), len(want.Cases), got.Version, want.Version, got.NumPyPython, want.NumPyPython)
		}
	}
	var want manifest
	if err := json.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(parsed(), want) {
		t.Errorf("the corpus is not that of manifest.json, which has %d cases (error %v)", len(want.Cases), err)
	}
}
