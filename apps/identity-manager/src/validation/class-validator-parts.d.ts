/*
 * The parts of class-validator that are used, each by its own file: its index loads every rule that there is, a library of
 * telephone numbers among them, which cost the start some 70 ms of processor time; these cost 9.
 */
declare module 'class-validator/cjs/decorator/common/ValidateBy.js' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/IsEmail.js' {
  export { isEmail } from 'class-validator';
}
declare module 'class-validator/cjs/metadata/MetadataStorage.js' {
  export { getMetadataStorage } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator.js' {
  export { Validator } from 'class-validator';
}
