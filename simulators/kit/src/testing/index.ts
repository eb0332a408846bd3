export { type Answer, askAt, type Asked } from "../cli/askAt.ts"
export { ask } from "./inProcess.ts"
export { inProcess } from "./inProcess.ts"
export { startProgram, whenReady } from "./startProgram.ts"
