import "./platform/smallHeap.ts"
import { runMain } from "@embedded-super/program/runMain"
import { commandLine } from "./commands/commandLine.ts"

runMain(commandLine)
