export { type Answer, ask, askAt, type Asked } from "./ask.ts"
export { inProcess } from "./inProcess.ts"
export { type Ended, type Started, startProgram, whenReady } from "./startProgram.ts"
