export { compileBounded, MAX_PROGRAM_SIZE, PatternTooLarge, type CompileOptions } from './compile-bounded';
export { MatchEffort, type EffortLimits } from './match-effort';
