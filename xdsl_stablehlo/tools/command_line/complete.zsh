#compdef TOOL
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
