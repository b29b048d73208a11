#!/usr/bin/env bash
# Runs npycheck check with the inputs of the action, which come as variables: INPUT_FAIL_ON is --fail-on. A flag that
# may be given several times has a line for each value. macOS has bash 3.2: no ${x^^}, and an empty array is unset.
set -uo pipefail
shopt -s globstar 2>/dev/null # bash 3.2 has none, and treats ** as *

arguments=()
flags() { # FLAG KIND
	local name line
	name=INPUT_$(tr a-z- A-Z_ <<<"$1")
	while IFS= read -r line; do
		[[ -n $line ]] || continue
		case $2 in
		switch)
			case $line in
			true) arguments+=("--$1") ;;
			false) ;;
			*)
				echo "npycheck: the input $1 is true or false" >&2
				exit 2
				;;
			esac
			;;
		value) arguments+=("--$1=$line") ;;
		esac
	done <<<"${!name-}"
}

for flag in format output fail-on show ignore only severity allow-import depth max-header-size include exclude config \
	baseline jobs files-from color progress resume shard; do
	flags "$flag" value
done
for flag in no-default-excludes deny-pickle no-config follow strict-baseline null allow-empty quiet no-hex summary; do
	flags "$flag" switch
done
paths=()
while IFS= read -r path; do
	[[ -n $path ]] || continue
	# A name with the characters of a glob is itself if there is such a file, and so is a glob that matches nothing.
	if [[ -e $path ]] || ! compgen -G "$path" >/dev/null; then
		paths+=("$path")
		continue
	fi
	while IFS= read -r match; do
		paths+=("$match")
	done < <(compgen -G "$path")
done <<<"${INPUT_PATHS-}"

echo "::add-matcher::$(dirname "${BASH_SOURCE[0]}")/matcher.json"
"${NPYCHECK:-npycheck}" check ${arguments[@]+"${arguments[@]}"} -- ${paths[@]+"${paths[@]}"}
code=$?
echo '::remove-matcher owner=npycheck::'
[[ -z ${GITHUB_OUTPUT-} ]] || echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"
