/** Makes starting a process throw: a test that starts one runs in the project `programs` (vitest.config.ts). */
import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

const refuse = () => {
  throw new Error("This test starts a process: name its file *.program.test.ts (see vitest.config.ts).")
}

Object.assign(childProcess, {
  exec: refuse,
  execFile: refuse,
  execFileSync: refuse,
  execSync: refuse,
  fork: refuse,
  spawn: refuse,
  spawnSync: refuse
})
syncBuiltinESMExports()
