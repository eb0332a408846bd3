import { runSimulator } from "../src/index.ts"
import { counter } from "./counter.ts"

runSimulator(counter)
