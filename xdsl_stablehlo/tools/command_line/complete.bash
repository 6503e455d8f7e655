_TOOL_words() {
  local rest
  COMPREPLY=()
  while IFS= read -r rest; do
    COMPREPLY+=("$2$rest")
  done < <("$1" --complete="${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  [ "${#COMPREPLY[@]}" -eq 0 ] || compopt -o nospace
  # Behind the only word that fits Bash would close the quote.
  [[ "${#COMPREPLY[@]}" -ne 1 || "$COMP_LINE" != *[\'\"]* ]] || COMPREPLY+=("${COMPREPLY[0]} ")
}
complete -o default -F _TOOL_words TOOL
