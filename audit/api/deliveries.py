"""Who was shown a memory, over REST."""

from __future__ import annotations

from audit.queries.deliveries import page_of_memory
from audit.queries.directory import memory_number
from audit.serializers.deliveries import DeliveryQuery, DeliveryShape, people_of, show_delivery
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import not_found
from memory_admin.http.request import ApiRequest


class MemoryDeliveries(Endpoint):
    """Who was shown a memory, when and how much of it, and where it was left out."""

    scope = "audit"
    takes_query = DeliveryQuery
    returns = page_of(DeliveryShape)

    def get(self, request: ApiRequest, memory: str) -> dict[str, object]:
        """List the deliveries of a memory, newest first; they name no word of it."""
        number = memory_number(memory)
        if number is None:
            raise not_found()
        page = paging(request)
        rows = page_of_memory(number, page, application=request.query.get("application"))
        names = people_of(rows)
        return page.page(rows, key=lambda row: (row.pk,), show=lambda row: show_delivery(row, names))
