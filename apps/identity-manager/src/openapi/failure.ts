import { Described, Text, Whole } from './described';

class FailureDetails {
  @Text() message!: string;
  @Whole() code!: number;
  @Text() title!: string;
}

/** What a refusal says, outside of OAuth. */
export class Failure {
  @Described({ type: FailureDetails }) error!: FailureDetails;
}
