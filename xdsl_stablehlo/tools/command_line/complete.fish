function _TOOL_words
  set -l begun (string replace -ra '["\']' '' -- (commandline -ct))
  for rest in (TOOL --complete=(commandline -cp) 2>/dev/null)
    string trim -r -- "$begun$rest"
  end
end
complete -c TOOL -a '(_TOOL_words)'
