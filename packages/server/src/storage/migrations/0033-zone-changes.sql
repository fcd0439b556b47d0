-- Every process finds the zones that another one changed by the time of the change.

create index zones_by_change on zones (changed_at);
