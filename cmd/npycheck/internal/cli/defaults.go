package cli

import (
	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/validator"
)

// OwnDefaults gives the commands that cobra adds our words, and makes them fail where they would print help and succeed.
func OwnDefaults(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, command := range root.Commands() {
		switch command.Name() {
		case "help":
			ownHelp(command)
		case "completion":
			ownCompletion(command)
		}
	}
}

func ownHelp(help *cobra.Command) {
	help.Use = "help [COMMAND]"
	help.Short = "Show the help of a command"
	help.Long = ""
	help.Example = "  npycheck help check\n  npycheck help corpus copy\n  npycheck help man /usr/local/share/man/man1"
	help.DisableFlagsInUseLine = true
	help.Args = func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil {
			return Usagef("%s", validator.Quote(err.Error()))
		}
		return SubcommandOnly(found, rest)
	}
}

// shells say where a shell looks for completions.
var shells = map[string]struct{ example, long string }{
	"bash": {
		"  npycheck completion bash >/etc/bash_completion.d/npycheck\n  source <(npycheck completion bash)",
		"The first example is for all new shells on Linux, the second for the current\none. On macOS the folder is $(brew --prefix)/etc/bash_completion.d. bash needs\nits package bash-completion.",
	},
	"fish": {
		"  npycheck completion fish >~/.config/fish/completions/npycheck.fish\n  npycheck completion fish | source",
		"The first example is for all new shells, the second for the current one.",
	},
	"powershell": {
		"  npycheck completion powershell | Out-String | Invoke-Expression",
		"The example is for the current shell. For all new ones, add it to your profile.",
	},
	"zsh": {
		"  npycheck completion zsh >\"${fpath[1]}/_npycheck\"\n  source <(npycheck completion zsh)",
		"The first example is for all new shells, the second for the current one. If\ncompletion is off, switch it on once:\n\n  echo 'autoload -U compinit; compinit' >>~/.zshrc",
	},
}

func ownCompletion(completion *cobra.Command) {
	completion.Use = "completion SHELL"
	completion.Short = "Write a script that completes npycheck's command line"
	completion.Long = ""
	completion.DisableFlagsInUseLine = true
	completion.Args = SubcommandOnly
	completion.RunE = func(cmd *cobra.Command, _ []string) error {
		return MissingArgument(cmd, "completion needs a SHELL: bash, fish, powershell or zsh")
	}
	for _, shell := range completion.Commands() {
		shell.Short = "Write the completion script for " + shell.Name()
		shell.Example, shell.Long = shells[shell.Name()].example, shells[shell.Name()].long
		if f := shell.Flags().Lookup("no-descriptions"); f != nil {
			f.Usage = "complete words without their descriptions"
		}
	}
}
