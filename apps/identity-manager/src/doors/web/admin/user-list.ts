import { ListRequest, type ListShape } from '@smart-city/lists';
import type { Visit } from '../../../pages/visit';
import type { UserSearch, UserSort, UserState } from '../../../subjects/users/user-lists.repository';

type Filter = 'state' | 'admin' | 'factor';

const shape: ListShape<UserSort, Filter> = {
  sorts: ['name', 'email', 'seen', 'created'],
  usual: '-created',
  filters: { state: ['enabled', 'disabled', 'waiting'], admin: ['yes', 'no'], factor: ['yes', 'no'] },
};

const answerOf = (text: string): boolean | undefined => (text === '' ? undefined : text === 'yes');

/** The list of users as an address asks for it, and what is searched for. */
export function userListOf(visit: Visit) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const state = request.value('state');
  const search: UserSearch = {
    text: request.text,
    // One of the values that the filter can take.
    state: state === '' ? undefined : (state as UserState),
    isAdmin: answerOf(request.value('admin')),
    hasSecondFactor: answerOf(request.value('factor')),
  };
  return { request, search };
}
