#!/usr/bin/env bash
# Runs npycheck check with the inputs of the action, which come as variables: INPUT_FAIL_ON is --fail-on. A flag that
# may be given several times has a line for each value. macOS has bash 3.2: no ${x^^}, and an empty array is unset.
set -uo pipefail
shopt -s nullglob
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
paths=() links=0
while IFS= read -r path; do
	[[ -n $path ]] || continue
	# A name with the characters of a glob is itself if there is such a file, and so is a glob that matches nothing. Without
	# IFS, names are not split. As in folders, links count only with follow.
	IFS=
	matches=($path)
	unset IFS
	if [[ -e $path ]] || ((${#matches[@]} == 0)); then
		paths+=("$path")
		continue
	fi
	before=${#paths[@]}
	for match in "${matches[@]}"; do
		if [[ -L $match && ${INPUT_FOLLOW-} != true ]]; then
			links=$((links + 1))
		else
			paths+=("$match")
		fi
	done
	((${#paths[@]} > before)) || paths+=("$path") # or check would take the working directory
done <<<"${INPUT_PATHS-}"
if ((links > 0)); then
	echo "npycheck: links not followed, of those that paths matches: $links" >&2
fi

echo "::add-matcher::$(dirname "${BASH_SOURCE[0]}")/matcher.json"
"${NPYCHECK:-npycheck}" check ${arguments[@]+"${arguments[@]}"} -- ${paths[@]+"${paths[@]}"}
code=$?
echo '::remove-matcher owner=npycheck::'
[[ -z ${GITHUB_OUTPUT-} ]] || echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"
