/** In the gate fast-check draws the same cases in every run; `test:long` draws others each time, and prints its seed. */
import fc from "fast-check"

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_128 })
