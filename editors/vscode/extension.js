// The client of `filbert lsp` for VS Code.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = vscode.workspace.getConfiguration("filbert");
  const run = {
    command: settings.get("path", "filbert"),
    args: ["lsp", ...settings.get("arguments", [])],
    transport: TransportKind.stdio,
  };
  client = new LanguageClient(
    "filbert",
    "filbert",
    { run, debug: run },
    {
      documentSelector: [{ language: "filbert" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.prf") },
    },
  );
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(
      `Cannot start filbert: ${error.message}. Set "filbert.path" to the program.`,
    );
  });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("filbert.proveFile", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && client) {
        return vscode.commands.executeCommand("filbert.proveAll", editor.document.uri.toString());
      }
    }),
    vscode.commands.registerCommand("filbert.restart", async () => {
      await client?.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
