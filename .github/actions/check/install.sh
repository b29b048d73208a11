#!/usr/bin/env bash
# Downloads the npycheck of a release, unless the tool cache has it, and prints its path. Without a release for the ref
# of the action, it prints nothing: then the action builds its own source.
#
#   install.sh REF [REPOSITORY]     of the action: v1.2.3 or anything else, and npycheck/npycheck or a fork
#
# NPYCHECK_RELEASES replaces the address of the releases.
set -euo pipefail

if [[ ! $1 =~ ^v([0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.-]*)$ ]]; then
	if [[ -n $1 ]]; then
		echo "The action is used at $1, which is not the tag of a release: building npycheck" >&2
	else
		echo 'The action is used from a checkout: building npycheck' >&2
	fi
	exit
fi
version=${BASH_REMATCH[1]}
case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
MINGW* | MSYS* | CYGWIN*) system=windows ;;
*) exit ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=amd64 ;;
arm64 | aarch64) machine=arm64 ;;
*) exit ;;
esac
stem=npycheck-$version-$system-$machine
archive=$stem.tar.gz program=npycheck
if [[ $system == windows ]]; then
	archive=$stem.zip program=npycheck.exe
fi
folder=${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:?}}/npycheck/$version/$machine
if [[ -x $folder/$program ]]; then
	printf '%s\n' "$folder/$program"
	exit
fi

work=$(mktemp -d "${RUNNER_TEMP:?}/npycheck.XXXXXX")
trap 'rm -rf "$work"' EXIT
address=${NPYCHECK_RELEASES:-https://github.com/${2:-npycheck/npycheck}/releases/download}/v$version
for file in SHA256SUMS "$archive"; do
	status=$(curl --location --silent --show-error --retry 3 --max-time 300 --output "$work/$file" --write-out '%{http_code}' "$address/$file")
	if [[ $file == SHA256SUMS && $status == 404 ]]; then
		echo "$address has no release yet: building npycheck" >&2
		exit
	fi
	if [[ $status != 200 ]]; then
		echo "$address/$file: status $status" >&2
		exit 1
	fi
done
sum=sha256sum
type sha256sum >/dev/null 2>&1 || sum='shasum -a 256'
digest=$($sum <"$work/$archive")
if ! grep -Fqx "${digest%% *}  $archive" "$work/SHA256SUMS"; then
	echo "$address/$archive: the checksum is not the one in SHA256SUMS" >&2
	exit 1
fi
if [[ $system == windows ]]; then
	unzip -q "$work/$archive" -d "$work"
else
	tar -xzf "$work/$archive" -C "$work"
fi
mkdir -p "$folder"
mv "$work/$stem/$program" "$folder/$program.$$"
mv "$folder/$program.$$" "$folder/$program" # complete, whatever other jobs of this runner do
printf '%s\n' "$folder/$program"
