/** Id and password of a machine's account; the only time the password is seen. */
export interface NewMachineAccount {
  readonly id: string;
  readonly password: string;
}
