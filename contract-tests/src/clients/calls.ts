/**
 * The calls that every generated client makes after the first call, which ends its recipe and creates an employer:
 * against the service, list that employer, fetch it, create it again (409) and create one with a wrong ABN (422);
 * against a fund, register a member, look up an employer that matches and one that doesn't, and register a member with
 * hardly any answers (400). The programs are in `calls/`, one for each recipe; each prints these lines, so that only
 * the client differs between languages.
 */
export const EMPLOYER = "Wattle & Daughters Pty Ltd"

export const printed: ReadonlyArray<string> = [
  "list 1",
  `get ${EMPLOYER}`,
  "409 remote_id_taken",
  "422 #/abn",
  "register true",
  "lookup true true",
  "lookup false false",
  "400 validation_failed"
]

/** A recipe's program, and its command after the recipe was followed; a recipe without one is a fault of the test. */
export interface Calls {
  readonly recipe: string
  /** In `calls/<folder>/`; the folder's name is the `remote_id` of the employer that the recipe creates. */
  readonly file: string
  /** The folder of the recipe that it is run in; by default the first one. */
  readonly into?: string
  readonly run: string
}

export const calls: ReadonlyArray<Calls> = [
  {
    recipe: "openapi-generator, Python",
    file: "openapi-generator-python/calls.py",
    run: ".venv/bin/python calls.py"
  },
  {
    recipe: "openapi-generator, Go",
    file: "openapi-generator-go/calls.go",
    run: "go mod tidy && go run calls.go"
  },
  {
    recipe: "openapi-generator, Java",
    file: "openapi-generator-java/Calls.java",
    run: "javac -nowarn -d classes -cp 'classes:libraries/*' Calls.java && java -cp 'classes:libraries/*' Calls"
  },
  {
    recipe: "openapi-generator, TypeScript",
    file: "openapi-generator-typescript-axios/calls.ts",
    run: "npx tsc && node dist/calls.js"
  },
  {
    recipe: "openapi-generator, Rust",
    file: "openapi-generator-rust/calls.rs",
    into: "src/bin",
    run: "cargo run --quiet --bin calls"
  },
  { recipe: "oapi-codegen", file: "oapi-codegen/calls.go", run: "go mod tidy && go run calls.go" },
  {
    recipe: "openapi-python-client",
    file: "openapi-python-client/calls.py",
    run: ".venv/bin/python calls.py"
  }
]
