import type { Sql } from '../../database/sql';
import type { Target } from './keyrock-values';

const REFERRED: Readonly<Record<string, string>> = {
  user_id: 'users',
  organization_id: 'organizations',
  application_id: 'applications',
  trusted_application_id: 'applications',
  role_id: 'roles',
  permission_id: 'permissions',
  pep_proxy_id: 'pep_proxies',
  iot_agent_id: 'iot_agents',
};

/** Whether a row refers only to what is there, or would be after a dry run, which writes nothing. */
export class References {
  private readonly plans = new Set<string>();

  constructor(private readonly sql: Sql) {}

  planned({ table, values }: Target): void {
    if (typeof values['id'] === 'string') this.plans.add(`${table} ${values['id']}`);
  }

  async areMet({ values }: Target): Promise<boolean> {
    for (const [column, table] of Object.entries(REFERRED)) {
      const id = values[column];
      if (typeof id !== 'string' || this.plans.has(`${table} ${id}`)) continue;
      if (!(await this.sql.first(`SELECT id FROM ${table} WHERE id = ?`, id))) return false;
    }
    return true;
  }
}
