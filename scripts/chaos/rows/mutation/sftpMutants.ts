import type { Mutant } from "./Mutant.ts"

const session = "employer-lists/sftp/SftpSession.ts"
const attacks = ["employer-lists/sftp/attacks.test.ts"]
const results = ["employer-lists/sftp/results.test.ts"]

/** The guards of the SFTP port. */
export const sftpMutants: ReadonlyArray<Mutant> = [
  {
    guard: "a log-in is signed with the key that opens the account",
    file: "employer-lists/sftp/SftpServer.ts",
    find: "if (isSigned !== true || Option.isNone(found))",
    replace: "if (Option.isNone(found))",
    tests: attacks
  },
  {
    guard: "an account has few sessions",
    file: "employer-lists/sftp/Connections.ts",
    find: "if (sessions.length >= this.limits.perAccount)",
    replace: "if (sessions.length < 0)",
    tests: attacks
  },
  {
    guard: "a rename replaces no file",
    file: session,
    find: 'if (taken._tag === "Some")',
    replace: 'if (taken._tag === "Some" && false)',
    tests: results
  },
  {
    guard: "a result isn't forged by a rename",
    file: session,
    find: "if (isResult(place.name) || isResult(name))",
    replace: "if (isResult(place.name))",
    tests: results
  }
]
