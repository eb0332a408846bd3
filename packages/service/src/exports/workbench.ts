/** A scene that is made of a part of the time line, which `pnpm scene` has to be able to run. */
export { makeScene } from "../workbench/scenes/makeScene.ts"
