import { COMPLETE, type Shell } from "./shells.ts";

// Each script calls the program at every Tab, as kubectl's scripts do, so that one place decides the candidates. The
// output has one word per line, optionally with a tab and a description. The last line is a colon and a number: 4 means
// no files, 2 means no space after the word.

const BASH = `# Completion of daemonscope for bash. In ~/.bashrc: source <(daemonscope completion bash)
_daemonscope() {
  local piece line typed="" number words=() tab=$'\\t'
  # "=" and ":" part words for bash, and not for us: what they part is put together again.
  for piece in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#words[@]} -gt 0 && ( "$piece" == [=:]* || "\${words[\${#words[@]}-1]}" == *[=:] ) ]]; then
      words[\${#words[@]}-1]+="$piece"
    else
      words+=("$piece")
    fi
  done
  # What bash holds for finished is not to be offered again.
  piece="\${COMP_WORDS[COMP_CWORD]}"
  [[ "$piece" == [=:]* ]] && piece=""
  typed="\${words[\${#words[@]}-1]}"
  typed="\${typed:0:\${#typed}-\${#piece}}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) number="\${line#:}" ;;
      *) line="\${line%%"$tab"*}"; COMPREPLY+=("\${line:\${#typed}}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" ${COMPLETE} "\${words[@]}" 2>/dev/null)
  if (( (\${number:-4} & 4) == 0 )); then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$piece")
  elif (( (number & 2) != 0 )); then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _daemonscope daemonscope
`;

const ZSH = `#compdef daemonscope
# Completion of daemonscope for zsh. In ~/.zshrc, after compinit: source <(daemonscope completion zsh)
_daemonscope() {
  local line word number=4
  local -a lines offered glue
  lines=("\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    if [[ "$line" == :* ]]; then
      number="\${line#:}"
    elif [[ -n "$line" ]]; then
      word="\${line%%$'\\t'*}"
      offered+=("\${word//:/\\\\:}\${\${line#"$word"}/$'\\t'/:}")
    fi
  done
  (( number & 2 )) && glue=(-S '')
  (( \${#offered} )) && _describe daemonscope offered "\${glue[@]}"
  if (( ! (number & 4) )); then
    [[ "$PREFIX" == --*=* ]] && compset -P '*='
    _files
  fi
}
if [ "\${funcstack[1]}" = "_daemonscope" ]; then
  _daemonscope "$@"
else
  compdef _daemonscope daemonscope
fi
`;

const FISH = `# Completion of daemonscope for fish. In ~/.config/fish/config.fish: daemonscope completion fish | source
function __daemonscope_offered
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] ${COMPLETE} $words[2..-1] "$current" 2>/dev/null)
    for line in $lines
        if not string match -q -- ':*' $line
            echo $line
        end
    end
    if test "$lines[-1]" = ":0"
        set -l prefix (string match -r -- '^--[a-z-]+=' "$current")
        for path in (__fish_complete_path (string replace -- "$prefix" '' "$current"))
            echo "$prefix$path"
        end
    end
end
complete -c daemonscope -f -a '(__daemonscope_offered)'
`;

/** The output of `daemonscope completion`. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
