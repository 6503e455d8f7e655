"""What `--completion=SHELL` prints: functions that ask a tool, `TOOL`, what can follow a line."""

from __future__ import annotations

_BASH = """_TOOL_words() {
  local rest
  COMPREPLY=()
  while IFS= read -r rest; do
    COMPREPLY+=("$2$rest")
  done < <("$1" --complete="${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  [ "${#COMPREPLY[@]}" -eq 0 ] || compopt -o nospace
  # Behind the only word that fits Bash would close the quote.
  [[ "${#COMPREPLY[@]}" -ne 1 || "$COMP_LINE" != *[\\'\\"]* ]] || COMPREPLY+=("${COMPREPLY[0]} ")
}
complete -o default -F _TOOL_words TOOL
"""

_ZSH = """#compdef TOOL
_TOOL_words() {
  local begun="${words[1,CURRENT-1]} $IPREFIX$QIPREFIX$PREFIX"
  local -a rests=("${(@f)$(TOOL --complete="$begun" 2>/dev/null)}")
  if [[ -n "$rests" ]]; then
    compadd -Q -S '' -- "$PREFIX"${^rests}
  else
    compset -P '*='
    _files
  fi
}
compdef _TOOL_words TOOL
"""

_FISH = """function _TOOL_words
  set -l begun (string replace -ra '["\\']' '' -- (commandline -ct))
  for rest in (TOOL --complete=(commandline -cp) 2>/dev/null)
    string trim -r -- "$begun$rest"
  end
end
complete -c TOOL -a '(_TOOL_words)'
"""

SHELLS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
