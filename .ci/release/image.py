"""The image: a layout of OCI with one layer for each machine, in a tar archive that podman, docker and skopeo load."""

import hashlib
import json
import time as clock

from archive import Entry, compress, tar


def write(path, version, commands, certificates, notices, time):
    """Writes the image with the commands, by GOARCH, certificates in PEM for https:// and s3://, and entries with licences."""
    created = clock.strftime("%Y-%m-%dT%H:%M:%SZ", clock.gmtime(time))
    blobs = {}

    def add(content, kind, **more):
        digest = hashlib.sha256(content).hexdigest()
        blobs[digest] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content), **more}

    manifests = []
    for machine, command in commands.items():
        layer = tar([Entry("etc/ssl/certs/ca-certificates.crt", certificates), Entry("npycheck", command, executable=True), *notices], time)
        configuration = {
            "architecture": machine,
            "os": "linux",
            "created": created,
            "config": {
                "User": "65532:65532",
                "Entrypoint": ["/npycheck"],
                "Labels": {"org.opencontainers.image.version": version, "org.opencontainers.image.source": "https://github.com/npycheck/npycheck"},
            },
            "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]},
        }
        manifest = {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": add(document(configuration), "config.v1+json"),
            "layers": [add(compress(layer), "layer.v1.tar+gzip")],
        }
        manifests.append(add(document(manifest), "manifest.v1+json", platform={"architecture": machine, "os": "linux"}))
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests}
    top = add(document(index), "index.v1+json", annotations={"org.opencontainers.image.ref.name": version})
    entries = [
        Entry("oci-layout", document({"imageLayoutVersion": "1.0.0"})),
        Entry("index.json", document({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [top]})),
        *(Entry(f"blobs/sha256/{digest}", content) for digest, content in sorted(blobs.items())),
    ]
    path.write_bytes(tar(entries, time))


def document(value):
    return json.dumps(value, separators=(",", ":")).encode()
