#!/bin/bash -eu
# Builds every target of internal/fuzz/libfuzzer into $OUT, with dictionary, options and, for those that take whole files, seeds.
# It runs in the checkout, in the base image for Go of OSS-Fuzz or ClusterFuzzLite.

package=github.com/npycheck/npycheck/internal/fuzz/libfuzzer
for function in $(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' internal/fuzz/libfuzzer/targets.go); do
	target=$(sed 's/[A-Z]/_&/2g' <<<"$function" | tr '[:upper:]' '[:lower:]')
	compile_go_fuzzer "$package" "$function" "$target"
	case $function in
	*Structured) continue ;; # of the choices of the generator
	FuzzZip) files=npz ;;
	*) files=npy ;;
	esac
	folder=$(mktemp -d)
	go run ./cmd/npycheck fuzz export --for libfuzzer --files "$files" "$folder"
	cp "$folder/fuzz_npy.dict" "$OUT/$target.dict"
	sed "s/fuzz_npy/$target/" "$folder/fuzz_npy.options" >"$OUT/$target.options"
	case $function in
	FuzzPrefix | FuzzNpz | FuzzNpy | FuzzZip)
		(cd "$folder/seeds" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" *)
		;;
	esac
	rm -r "$folder"
done
