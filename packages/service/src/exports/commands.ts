/** The commands of the program, for one that runs them with parts of its own (`evidence/chaos/programs`). */
export { root } from "../commands/root.ts"
export { serve, worker } from "../commands/serve.ts"
export { sftp } from "../commands/sftp.ts"
