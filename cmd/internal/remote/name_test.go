package remote

import "testing"

func TestRedact(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"https://example.org/a.npz", "https://example.org/a.npz"},
		{"HTTPS://me:hush@example.org:8443/a%20b.npz", "https://example.org:8443/a%20b.npz"},
		{"https://me:hu@sh@example.org/a@b.npz", "https://example.org/a@b.npz"},
		{"https://me:hu?sh@example.org/a.npz", "https://example.org/a.npz"},
		{"https://me:hu/s#h@example.org/a.npz", "https://example.org/a.npz"},
		{"https://[::1]:80/a@b.npz", "https://[::1]:80/a@b.npz"},
		{"https://example.org/get?id=7&part=2", "https://example.org/get?id=7&part=2"},
		{"https://example.org/get?versionId=3HL4kqtJvjVBH40Nrjfkd", "https://example.org/get?versionId=3HL4kqtJvjVBH40Nrjfkd"},
		{
			"https://b.s3.amazonaws.com/a.npz?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20240101&X-Amz-Date=20240101T000000Z&X-Amz-Expires=600&X-Amz-Security-Token=hush&X-Amz-Signature=00",
			"https://b.s3.amazonaws.com/a.npz?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=...&X-Amz-Date=20240101T000000Z&X-Amz-Expires=600&X-Amz-Security-Token=...&X-Amz-Signature=...",
		},
		{"https://x.blob.core.windows.net/c/a.npz?sv=2024-01-01&sp=r&sig=hush", "https://x.blob.core.windows.net/c/a.npz?sv=2024-01-01&sp=r&sig=..."},
		{"https://storage.googleapis.com/b/a.npz?GoogleAccessId=me&Expires=1&Signature=hush", "https://storage.googleapis.com/b/a.npz?GoogleAccessId=...&Expires=1&Signature=..."},
		{"https://example.org/a.npz?%74oken=hush", "https://example.org/a.npz?%74oken=..."},
		{"https://example.org/a.npz?x=0123456789abcdefg", "https://example.org/a.npz?x=..."},
		{"https://example.org/a.npz?0123456789abcdefg", "https://example.org/a.npz?..."},
		{"https://example.org/a.npz#token=hush", "https://example.org/a.npz"},
		{"https://example.org?id=1", "https://example.org?id=1"},
		{"https://", "https://"},
	} {
		if got := Redact(tt.raw); got != tt.want {
			t.Errorf("Redact(%q)\n got %s\nwant %s", tt.raw, got, tt.want)
		}
	}
}
