import { execFile } from "node:child_process"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** A delivery as a receiver gets it; an empty text is a missing header. */
export interface Delivery {
  readonly secret: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/**
 * A language of the guide: the commands that run its sample, and a program that passes a delivery to it and prints true
 * or false. An error of the sample ends the program, and fails the test.
 */
export interface Verifier {
  readonly language: string
  /** The tool it requires; it is skipped without it. */
  readonly tool: string
  /** The file for the guide's sample. */
  readonly sample: string
  readonly files: Readonly<Record<string, string>>
  readonly prepare?: ReadonlyArray<string>
  readonly run: ReadonlyArray<string>
}

export const verifiers: ReadonlyArray<Verifier> = [
  {
    language: "ts",
    tool: process.execPath,
    sample: "verify.ts",
    files: {
      "package.json": `{ "type": "module" }`,
      "main.ts": `const [, , secret, id, timestamp, signature, body] = process.argv
process.env["SECRET"] = secret
const { take } = await import("./verify.ts")
const log = console.log
console.log = () => {}
const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }
for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name]
log(take(body, headers) === 204)`
    },
    run: [process.execPath, "main.ts"]
  },
  {
    language: "python",
    tool: "python3",
    sample: "verify.py",
    files: {
      "main.py": `import sys
from verify import verify
secret, id, timestamp, signature, body = sys.argv[1:]
headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
headers = {name: value for name, value in headers.items() if value}
print(str(verify(secret, headers, body.encode())).lower())`
    },
    run: ["python3", "main.py"]
  },
  {
    language: "go",
    tool: "go",
    sample: "webhooks/verify.go",
    files: {
      "go.mod": "module receiver\n\ngo 1.20\n",
      "main.go": `package main

import (
	"fmt"
	"net/http"
	"os"
	"receiver/webhooks"
)

func main() {
	h := http.Header{}
	for i, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if os.Args[i+2] != "" {
			h.Set(name, os.Args[i+2])
		}
	}
	fmt.Println(webhooks.Verify(os.Args[1], h, []byte(os.Args[5])))
}`
    },
    prepare: ["sh", "-c", 'test -z "$(gofmt -l webhooks)" && go build -o receive .'],
    run: ["./receive"]
  },
  {
    language: "java",
    tool: "javac",
    sample: "Webhooks.java",
    files: {
      "Main.java": `import java.util.HashMap;
import java.util.Map;

public class Main {
  public static void main(String[] a) throws Exception {
    var headers = new HashMap<>(Map.of("webhook-id", a[1], "webhook-timestamp", a[2], "webhook-signature", a[3]));
    headers.values().removeIf(String::isEmpty);
    System.out.println(Webhooks.verify(a[0], headers, a[4].getBytes("UTF-8")));
  }
}`
    },
    prepare: ["javac", "Main.java", "Webhooks.java"],
    run: ["java", "Main"]
  },
  {
    language: "csharp",
    tool: "dotnet",
    sample: "Webhooks.cs",
    files: {
      "receiver.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>`,
      "Program.cs": `var headers = new Dictionary<string, string> {
  ["webhook-id"] = args[1], ["webhook-timestamp"] = args[2], ["webhook-signature"] = args[3] };
foreach (var name in headers.Keys.ToArray()) if (headers[name] == "") headers.Remove(name);
Console.WriteLine(Webhooks.Verify(args[0], headers, System.Text.Encoding.UTF8.GetBytes(args[4])) ? "true" : "false");`
    },
    prepare: ["dotnet", "build", "-o", "out"],
    run: ["dotnet", "out/receiver.dll"]
  }
]

const execute = (folder: string, [command = "", ...args]: ReadonlyArray<string>) => {
  const { DOTNET_ROOT, HOME, PATH } = process.env
  const env = { DOTNET_ROOT, HOME, LC_ALL: "C.UTF-8", PATH }
  return promisify(execFile)(command, args, { cwd: folder, env })
}

export const isThere = async (tool: string): Promise<boolean> =>
  execute(".", ["sh", "-c", `command -v "${tool}"`]).then(
    () => true,
    () => false
  )

/** Writes a language's sample to a folder; returns a function that tests whether it accepts a delivery. */
export const verifierOf = async ({ files, prepare, run, sample }: Verifier, folder: string, text: string) => {
  for (const [file, content] of Object.entries({ ...files, [sample]: `${text}\n` })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  await mkdir(join(folder, "node_modules"), { recursive: true })
  await symlink(
    join(projectRoot, "contract-tests/node_modules/standardwebhooks"),
    join(folder, "node_modules/standardwebhooks")
  )
  if (prepare !== undefined) await execute(folder, prepare)
  return async ({ body, id, secret, signature, timestamp }: Delivery): Promise<boolean> =>
    (await execute(folder, [...run, secret, id, timestamp, signature, body])).stdout.trim() === "true"
}
