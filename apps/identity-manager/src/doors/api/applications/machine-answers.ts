import { Text } from '../../../openapi/described';

/** A PEP proxy or an IoT agent, as others see it. */
export class Machine {
  @Text() id!: string;
  @Text() oauth_client_id!: string;
}

/** A machine in a list. */
export class ListedMachine {
  @Text() id!: string;
}

/** A machine just made. */
export class MachineAccount {
  @Text() id!: string;
  @Text({ description: 'The only time the password is seen.' }) password!: string;
}

/** The new password of a machine. */
export class NewPassword {
  @Text() new_password!: string;
}
